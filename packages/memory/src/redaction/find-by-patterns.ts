/** The position of a secret in a text; `end` is exclusive. */
export type Finding = { start: number; end: number; kind: string };

/** The secret is the group `secret` (requires the flag `d`), or the whole match if there is no such group. */
export type SecretPattern = { kind: string; pattern: RegExp; accepts?: (secret: string) => boolean };

export const findByPatterns = (text: string, patterns: SecretPattern[]): Finding[] =>
  patterns.flatMap(({ kind, pattern, accepts = () => true }) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const [start, end] = match.indices?.groups?.['secret'] ?? [match.index, match.index + match[0].length];
      return accepts(text.slice(start, end)) ? [{ start, end, kind }] : [];
    }),
  );
