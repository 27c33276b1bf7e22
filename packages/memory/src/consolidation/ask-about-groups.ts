import { z } from 'zod';
import { askTwice, strictObject, type Asked } from '../ask-twice.ts';
import type { ChatMessage, ChatModel, JsonSchema } from '../ports.ts';
import { redact } from '../redaction/redact.ts';
import type { ListedMemory } from '../store/consolidation.ts';
import { localDay } from '../text/local-time.ts';
import { mergeInstructions } from './merge-instructions.ts';
import { summaryInstructions } from './summary-instructions.ts';

/** Memories that the model considers the same; `text` states them if none of them is `best`. */
export type Found = { members: ListedMemory[]; best: ListedMemory | null; text: string; reason: string };

const instructions = { merge: mergeInstructions, summarise: summaryInstructions };
export type Question = keyof typeof instructions;

type Answer = {
  found: Found[];
  /** Memories of one group of which only one can be true. */
  contradictions: [ListedMemory, ListedMemory][];
};

const answer = z.object({
  contradictions: z.array(z.array(z.coerce.number().int()).catch([])).catch([]),
  found: z.array(
    z.object({
      memories: z.array(z.coerce.number().int()),
      best: z.coerce.number().int().nullish(),
      text: z.string().nullish(),
      reason: z.string().catch(''),
    }),
  ),
});
type Raw = z.infer<typeof answer>['found'][number];

const foundSchema: JsonSchema = {
  type: 'array',
  items: strictObject({
    memories: {
      type: 'array',
      items: { type: 'integer' },
      description: 'numbers of the statements, of one group',
    },
    best: { type: ['integer', 'null'], description: 'the one of them that says all of it; else null' },
    text: {
      type: ['string', 'null'],
      description: 'a statement in place of them, when none says all of it',
    },
    reason: { type: 'string' },
  }),
};
const contradictionsSchema: JsonSchema = {
  type: 'array',
  items: { type: 'array', items: { type: 'integer' } },
  description: 'pairs of numbers, each of one group',
};
const schemas = {
  merge: strictObject({ found: foundSchema, contradictions: contradictionsSchema }),
  summarise: strictObject({ found: foundSchema }),
};

/** Maximum tokens of an answer: a text for each group, and room to think. */
const replyTokens = ({ contextWindow }: ChatModel): number => Math.min(8_000, Math.floor(contextWindow / 4));
const longestText = 2_000;

/** Makes one model call about groups of memories, and redacts its answer. Throws what `askTwice` throws. */
export async function askAboutGroups(
  question: Question,
  groups: ListedMemory[][],
  asked: Asked,
): Promise<Answer> {
  const all = groups.flat();
  const given = await askTwice(asked, {
    name: question === 'merge' ? 'duplicates' : 'summaries',
    schema: schemas[question],
    prompt: promptFor(question, groups, asked.timeZone),
    maxOutputTokens: replyTokens(asked.model),
    form: answer,
    read: (raw) => {
      const problems = problemsOf(raw.found, groups);
      return problems.length === 0 ? { value: raw } : { problem: problems.join('; ') };
    },
  });
  const read = await Promise.all(
    given.found.map(async ({ memories, best, text, reason }) => ({
      members: memories.flatMap((number) => all[number - 1] ?? []),
      best: all[(best ?? 0) - 1] ?? null,
      text: (await redact(text ?? '')).trim().slice(0, longestText).toWellFormed(),
      reason: (await redact(reason.trim())).slice(0, 500).toWellFormed() || 'the model gave no reason',
    })),
  );
  // a pair that cannot be used costs only itself
  const pairs = given.contradictions.flatMap((numbers) =>
    pairsOf(numbers.flatMap((number) => all[number - 1] ?? [])).filter(
      ([one, other]) => one !== other && groups.some((group) => group.includes(one) && group.includes(other)),
    ),
  );
  return { found: read, contradictions: pairs };
}

const pairsOf = <One>(some: One[]): [One, One][] =>
  some.flatMap((one, index) => some.slice(index + 1).map((other): [One, One] => [one, other]));

function promptFor(question: Question, groups: ListedMemory[][], timeZone: string): ChatMessage[] {
  let number = 0;
  const lines = groups.map((group, index) =>
    [
      `## Group ${index + 1}`,
      ...group.map(({ memory: { content, category, createdAt } }) => {
        number += 1;
        return `${number}. ${JSON.stringify(content)} (${category}, ${localDay(createdAt, timeZone)})`;
      }),
    ].join('\n'),
  );
  return [
    { role: 'system', content: instructions[question] },
    { role: 'user', content: lines.join('\n\n') },
  ];
}

/** Returns what is wrong, worded for the model. */
function problemsOf(found: Raw[], groups: ListedMemory[][]): string[] {
  const groupOf = groups.flatMap((group, index) => group.map(() => index));
  const used = new Set<number>();
  return found.flatMap(({ memories, best, text }, index) => {
    const place = `entry ${index + 1}`;
    const problems: string[] = [];
    const unknown = memories.filter((number) => groupOf[number - 1] === undefined);
    if (unknown.length > 0) problems.push(`${place}: there is no statement ${unknown.join(', ')}`);
    if (memories.length < 2) problems.push(`${place}: needs two statements or more`);
    if (new Set(memories).size < memories.length) problems.push(`${place}: names a statement twice`);
    if (new Set(memories.map((number) => groupOf[number - 1])).size > 1) {
      problems.push(`${place}: its statements are of different groups`);
    }
    const twice = memories.filter((number) => used.has(number));
    if (twice.length > 0) problems.push(`${place}: statement ${twice.join(', ')} is in two entries`);
    for (const number of memories) used.add(number);
    if (typeof best === 'number' && !memories.includes(best))
      problems.push(`${place}: "best" must be one of its statements`);
    const length = text?.trim().length ?? 0;
    if (typeof best !== 'number' && length === 0) problems.push(`${place}: needs "best" or "text"`);
    if (length > longestText) problems.push(`${place}: "text" has more than ${longestText} characters`);
    return problems;
  });
}
