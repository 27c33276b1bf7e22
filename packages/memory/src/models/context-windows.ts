/** Context windows (tokens of request and reply together) by the beginning of a model's name. */
const windows: [name: RegExp, tokens: number][] = [
  [/^glm-(?:4\.[6-9]|[5-9])/, 200_000],
  [/^gpt-4\.1/, 1_000_000],
  [/^gpt-[5-9]/, 400_000],
];
/** The assumed window of an unknown model: models meant for agents have at least this. */
const unknownModel = 128_000;

/** The least in which a chat has room for prompt, memories, tools, some messages and a reply, and an extraction for its instructions. */
export const leastWindow = 12_000;

export function contextWindowOf(model: string): number {
  return windows.find(([name]) => name.test(model))?.[1] ?? unknownModel;
}
