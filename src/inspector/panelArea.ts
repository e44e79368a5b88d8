import type { InspectorState } from './protocol.ts';

/** A part of the inspector page, with its message handlers and its part of the page's state. */
interface PanelArea {
  readonly on: object;
  /** Handlers of the page's requests. */
  readonly respond?: object;
  state(): Partial<InspectorState>;
  dispose(): void;
}

type Intersect<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Responses<Area> = Area extends { readonly respond: infer Respond } ? Respond : never;

/** Combines areas. If several areas return the same field of the state, the last one wins. */
export function combineAreas<const Areas extends readonly PanelArea[]>(...areas: Areas) {
  return {
    on: Object.assign({}, ...areas.map(({ on }) => on)) as Intersect<Areas[number]['on']>,
    respond: Object.assign({}, ...areas.map(({ respond }) => respond)) as Intersect<Responses<Areas[number]>>,
    state: () =>
      Object.assign({}, ...areas.map((area) => area.state())) as Intersect<
        ReturnType<Areas[number]['state']>
      >,
    dispose() {
      for (const area of areas) area.dispose();
    },
  };
}
