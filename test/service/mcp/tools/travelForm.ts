import type { ElicitRequestFormParams } from '@modelcontextprotocol/sdk/types.js';

/** A form with a field of each supported kind. */
export const travelForm: ElicitRequestFormParams = {
  mode: 'form',
  message: 'Where do you go?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name', description: 'As in the passport', minLength: 2, maxLength: 50 },
      email: { type: 'string', format: 'email' },
      page: { type: 'string', format: 'uri' },
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      people: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
      budget: { type: 'number', minimum: 0 },
      isFlexible: { type: 'boolean', default: false },
      climate: { type: 'string', enum: ['warm', 'cold'], default: 'warm' },
      seat: {
        type: 'string',
        oneOf: [
          { const: 'window', title: 'At the window' },
          { const: 'aisle', title: 'At the aisle' },
        ],
      },
      meal: { type: 'string', enum: ['meat', 'plants'], enumNames: ['With meat', 'Plants only'] },
      stops: { type: 'array', items: { type: 'string', enum: ['Oslo', 'Lima'] }, maxItems: 2 },
      interests: {
        type: 'array',
        minItems: 1,
        items: {
          anyOf: [
            { const: 'sun', title: 'The sun' },
            { const: 'snow', title: 'Snow' },
          ],
        },
        default: ['sun'],
      },
    },
    required: ['name', 'people'],
  },
};
