/**
 * `pnpm eval compaction --data FOLDER`: measures how many of the names (paths, symbols, ids, addresses) that an agent
 * used after a compaction, and that occurred before it, the context still contained. Replays recorded conversations
 * without a model.
 */
import { parseArgs } from 'node:util';
import type { ChatMessage, ChatModel } from '../../packages/memory/src/ports.ts';
import { renderTable } from '../../packages/memory/testing/render-table.ts';
import { compactAlong, namingNothing, plainTail } from './compaction/compact-along.ts';
import { neededNames, shareKept } from './compaction/names-needed.ts';
import { readConversations, type Conversation } from './compaction/read-conversations.ts';

const usage = `pnpm eval compaction --data FOLDER [--tokens 20000]

  --data FOLDER     recorded conversations: lines of JSON as pi writes them, or messages in OpenAI's form
  --tokens N        of the context after a compaction
`;
/** The messages after a cut that count as its near future. */
const near = 40;

/** Who writes the summary. */
const writers: { name: string; model: ChatModel | null }[] = [
  { name: 'a summary that names nothing', model: namingNothing },
  { name: 'a summary by rules', model: null },
];

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    tokens: { type: 'string', default: '20000' },
    help: { type: 'boolean' },
  },
});
const afterwards = Number(values.tokens);
if (values.data === undefined || values.help || !(afterwards > 0)) {
  process.stdout.write(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  process.stdout.write(await report(await readConversations(values.data), afterwards));
}

/** The share of the names used in the next `near` messages, and of those first used later. Null if there are none. */
type Shares = { near: number | null; later: number | null };
/**
 * The shares at one cut: of the context after the compaction, and of as many of the newest messages as have the same
 * number of tokens.
 */
type Measured = { kept: Shares; tail: Shares };

async function report(conversations: Conversation[], tokens: number): Promise<string> {
  const rows: string[][] = [];
  for (const file of new Set(conversations.map((one) => one.file))) {
    const own = conversations.filter((one) => one.file === file);
    for (const { name, model } of writers) {
      const measured = (await Promise.all(own.map((one) => measure(one, tokens, model)))).flat();
      if (measured.length === 0) continue;
      const figures = [
        measured.map(({ tail }) => tail.near),
        measured.map(({ kept }) => kept.near),
        measured.map(({ tail }) => tail.later),
        measured.map(({ kept }) => kept.later),
      ].map(percent);
      rows.push([`${file}, ${name}`, String(measured.length), ...figures]);
    }
  }
  const headings = [
    'compactions',
    `next ${near} messages: plain tail, %`,
    'compacted, %',
    'after those: plain tail, %',
    'compacted, %',
  ];
  return renderTable(['', ...headings], rows, true);
}

async function measure(
  { messages }: Conversation,
  tokens: number,
  model: ChatModel | null,
): Promise<Measured[]> {
  const cuts = await compactAlong(messages, tokens, model);
  return cuts.map(({ at, context }) => {
    const needed = [...neededNames(messages, at)];
    const nearNames = needed.filter(([, use]) => use < at + near).map(([name]) => name);
    const laterNames = needed.filter(([, use]) => use >= at + near).map(([name]) => name);
    const sharesOf = (kept: ChatMessage[]): Shares => ({
      near: shareKept(nearNames, kept),
      later: shareKept(laterNames, kept),
    });
    return { kept: sharesOf(context), tail: sharesOf(plainTail(messages.slice(0, at), tokens)) };
  });
}

function percent(shares: (number | null)[]): string {
  const known = shares.filter((share) => share !== null);
  if (known.length === 0) return '';
  return ((100 * known.reduce((sum, share) => sum + share, 0)) / known.length).toFixed(0);
}
