import type { InspectorState } from './protocol.ts';

/** A part of the inspector page, with its message handlers and its part of the page's state. */
interface PanelArea {
  readonly messageHandlers: object;
  /** Handlers of the page's requests. */
  readonly requestHandlers?: object;
  state(): Partial<InspectorState>;
  dispose(): void;
}

/** The intersection of the members of a union. */
type Intersect<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;
/** The request handlers of an area; `never` if it has none. */
type RequestHandlers<Area> = Area extends { readonly requestHandlers: infer Handlers } ? Handlers : never;

/** Combines areas. If several areas return the same field of the state, the last one wins. */
export function combineAreas<const Areas extends readonly PanelArea[]>(...areas: Areas) {
  return {
    messageHandlers: Object.assign({}, ...areas.map(({ messageHandlers }) => messageHandlers)) as Intersect<
      Areas[number]['messageHandlers']
    >,
    requestHandlers: Object.assign({}, ...areas.map(({ requestHandlers }) => requestHandlers)) as Intersect<
      RequestHandlers<Areas[number]>
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
