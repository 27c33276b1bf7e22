import type { ChosenEmbedder } from './choose-embedder.ts';

/** The embedder of a store, which a re-embedding or a calibration may change while the memory is open. */
export type EmbedderInUse = {
  readonly chosen: ChosenEmbedder;
  /** Makes what depends on the embedder at its first use, and again after each change: read it at each use. */
  parts: <Parts>(make: (chosen: ChosenEmbedder) => Parts) => () => Parts;
};

export function createEmbedderInUse(first: ChosenEmbedder) {
  let chosen = first;
  return {
    get chosen(): ChosenEmbedder {
      return chosen;
    },
    change(to: ChosenEmbedder): void {
      chosen = to;
    },
    parts<Parts>(make: (of: ChosenEmbedder) => Parts): () => Parts {
      let made: { of: ChosenEmbedder; parts: Parts } | null = null;
      return () => {
        if (made?.of !== chosen) made = { of: chosen, parts: make(chosen) };
        return made.parts;
      };
    },
  };
}
