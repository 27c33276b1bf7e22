/** A secret's place in a text: `end` exclusive. */
export type Finding = { start: number; end: number; kind: string };
