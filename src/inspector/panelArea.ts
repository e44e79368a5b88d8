import type { InspectorState } from './protocol.ts';

/** A part of the inspector page, with its message handlers and its part of the page's state. */
interface PanelArea {
  readonly messageHandlers: object;
  /** Handlers of the page's requests. */
  readonly requestHandlers?: object;
  state(): Partial<InspectorState>;
  dispose(): void;
}

type Intersect<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Responses<Area> = Area extends { readonly requestHandlers: infer Respond } ? Respond : never;

/** Combines areas. If several areas return the same field of the state, the last one wins. */
export function combineAreas<const Areas extends readonly PanelArea[]>(...areas: Areas) {
  return {
    messageHandlers: Object.assign({}, ...areas.map(({ messageHandlers }) => messageHandlers)) as Intersect<
      Areas[number]['messageHandlers']
    >,
    requestHandlers: Object.assign({}, ...areas.map(({ requestHandlers }) => requestHandlers)) as Intersect<
      Responses<Areas[number]>
    >,
    state: () =>
      Object.assign({}, ...areas.map((area) => area.state())) as Intersect<
        ReturnType<Areas[number]['state']>
      >,
    dispose() {
      for (const area of areas) area.dispose();
    },
  };
}
