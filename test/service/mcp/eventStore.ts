import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

interface StoredEvent {
  readonly id: string;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
}

/** The limit of stored messages, because a session can stay open for a long time. */
const capacity = 100;

/** Creates a store of a session's latest messages, with which a client can resume a stream. */
export function createEventStore(): EventStore {
  const events: StoredEvent[] = [];
  let count = 0;
  return {
    storeEvent: async (streamId, message) => {
      const id = `event-${++count}`;
      events.push({ id, streamId, message });
      if (events.length > capacity) events.shift();
      return id;
    },
    replayEventsAfter: async (lastId, { send }) => {
      const at = events.findIndex(({ id }) => id === lastId);
      const streamId = events[at]?.streamId;
      if (streamId === undefined) throw new Error(`No event ${lastId}`);
      for (const event of events.slice(at + 1)) {
        if (event.streamId === streamId) await send(event.id, event.message);
      }
      return streamId;
    },
  };
}
