import { identifierKinds, type IdentifierKind } from './identifier-words.ts';

/** `score`: the number of messages that mention it; user messages and tool calls count more. */
export type Identifier = { kind: IdentifierKind; text: string; score: number };

const labels = {
  path: 'Paths',
  command: 'Commands',
  symbol: 'Symbols',
  id: 'Ids',
  url: 'Addresses',
} as const satisfies Record<IdentifierKind, string>;

/** One line per kind: ``- Paths: `src/a.ts` ×9, `src/b.ts` ×4``. '' when there are none. */
export function renderIdentifiers(identifiers: Identifier[]): string {
  return identifierKinds
    .map((kind) => ({ kind, members: identifiers.filter((one) => one.kind === kind) }))
    .filter(({ members }) => members.length > 0)
    .map(
      ({ kind, members }) =>
        `- ${labels[kind]}: ${members.map((one) => `\`${one.text}\` ×${one.score}`).join(', ')}`,
    )
    .join('\n');
}

/** The inverse of `renderIdentifiers`; other lines are ignored. */
export function parseIdentifiers(text: string): Identifier[] {
  return text.split('\n').flatMap((line) => {
    const kind = identifierKinds.find((one) => line.startsWith(`- ${labels[one]}: `));
    if (!kind) return [];
    return Array.from(line.matchAll(/`([^`]+)` ×(\d+)/g), ([, name = '', score = '1']) => ({
      kind,
      text: name,
      score: Number(score),
    }));
  });
}
