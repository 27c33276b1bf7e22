import { Command } from '@commander-js/extra-typings';
import type {
  contextDiff,
  contextList,
  previewedContext,
  replayReport,
  shownContext,
} from '@devai/fastify/protocol/context';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { listCommand } from './list-command.ts';
import { oneLine, printable } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';
import { distance, moment, shortId } from '../terminal/written.ts';
import { projectHelp, text, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';
import { viewReasoned } from './views.ts';

/** `memory context`: shows, compares, previews and replays what models were sent. */
export const createContextCommand = (context: Context) =>
  listCommand('context')
    .description('List what models were sent, newest first.')
    .option('--session <id>', 'only contexts of this session')
    .option('--project <name>', projectHelp)
    .option('--all-projects', 'include all projects')
    .option('--limit <n>', 'maximum number', wholeNumber(200), 20)
    .action(async ({ session: given, ...query }) => {
      const session = given === undefined ? undefined : await fullId(context, 'session', given);
      const { contexts } = await context.ask('GET /api/memory/contexts', {
        query: { ...query, session },
      });
      await context.output.answer(contexts, (all) => all.map(viewSummary));
    })
    .addCommand(
      new Command('show')
        .description('Show what a model saw, section by section, and why each part was in or out')
        .argument('<id>')
        .option('--messages', 'show the messages as the model got them')
        .action(async (id, { messages = false }) => {
          const path = { contextId: await fullId(context, 'context', id) };
          const view = messages ? viewMessages : viewContext;
          await context.answer('GET /api/memory/debug/:contextId', { path }, view);
        }),
    )
    .addCommand(
      new Command('preview')
        .description('Show what the agent would be sent for a message in a session; sends nothing')
        .argument('<session>')
        .argument('<text>', 'the message, in quotes', text)
        .option('--budget <tokens>', "assume this budget instead of the model's", wholeNumber(10_000_000))
        .action(async (session, about, { budget: budgetTokens }) => {
          const path = { id: await fullId(context, 'session', session) };
          const json = { text: about, budgetTokens };
          await context.answer('POST /api/memory/sessions/:id/context', { path, json }, viewPreview);
        }),
    )
    .addCommand(
      new Command('diff')
        .description('Compare two contexts by section and item')
        .argument('<before>')
        .argument('<after>')
        .action(async (one, other) => {
          const [before, after] = [
            await fullId(context, 'context', one),
            await fullId(context, 'context', other),
          ];
          const diff = await context.ask('GET /api/memory/diff', {
            query: { before, after },
          });
          await context.output.draw(diff, drawDiff);
        }),
    )
    .addCommand(
      new Command('replay')
        .description('Assemble a context again from what is stored, and compare. Exits with 1 if it differs.')
        .argument('<id>')
        .option('--retrieve', 'search again too, and show what would be found differently today')
        .action(async (id, query) => {
          const path = { contextId: await fullId(context, 'context', id) };
          const report = await context.ask('POST /api/memory/replay/:contextId', { path, query });
          if (!report.same) context.exitCode = 1;
          await context.output.answer(report, viewReplay);
        }),
    );

type Summary = z.infer<typeof contextList>['contexts'][number];

const viewSummary = ({ id, createdAt, sessionId, question, step, tokens, model, cost, end }: Summary) => ({
  id: shortId(id),
  when: distance(createdAt),
  session: shortId(sessionId),
  message: question,
  step,
  tokens,
  model,
  cost: inDollars(cost),
  end,
});

const inDollars = (cost: number | null): string | null => (cost === null ? null : `$${cost.toFixed(5)}`);

type Sections = z.infer<typeof previewedContext>['sections'];

const viewSections = (sections: Sections) => ({
  Sections: sections.map(({ type, priority, source, tokens, offeredTokens, items, messages, leftOut }) => ({
    section: type,
    priority: `P${priority}`,
    source,
    tokens,
    'left out': offeredTokens - tokens || null,
    parts: messages.length + items.filter(({ state }) => state !== 'left_out').length,
    'messages out': rangesOf(leftOut),
  })),
  Considered: sections.flatMap(({ candidates }) =>
    candidates.map(({ kind, id, included, reason, text: about }) =>
      viewReasoned(
        kind === 'memory' ? id : kind,
        about ?? '(forgotten)',
        `${included ? 'in' : 'out'}: ${reason}`,
      ),
    ),
  ),
});

/** Numbers as ranges: 1–4, 7. */
function rangesOf(numbers: number[]): string | null {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.length === 0
    ? null
    : ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

const viewContext = (shown: z.infer<typeof shownContext>) => ({
  id: shown.id,
  at: moment(shown.createdAt),
  session: shown.sessionId,
  turn: shown.turn,
  step: shown.step,
  message: shown.question,
  model: shown.model,
  ended: shown.end,
  tokens: `${shown.tokens} of ${shown.budget}`,
  billed:
    shown.usage &&
    `${shown.usage.inputTokens} in (${shown.usage.cachedTokens} cached), ${shown.usage.outputTokens} out`,
  cost: inDollars(shown.cost),
  'same prefix': shown.prefix && `${shown.prefix.keptBytes} of ${shown.prefix.bytes} bytes`,
  trace: shown.traceId,
  hash: shown.hash,
  missing: shown.missing.join('\n'),
  degraded: shown.degraded.join('\n'),
  ...viewSections(shown.sections),
});

const viewMessages = ({ messages }: z.infer<typeof shownContext>) =>
  messages.map(({ role, content, toolCalls = [] }): [string, string] => [
    role,
    [content, ...toolCalls.map((call) => `→ ${call.name} ${call.arguments}`)]
      .filter((part) => part !== '')
      .join('\n'),
  ]);

const viewPreview = ({ hash, tokens, budget, degraded, sections }: z.infer<typeof previewedContext>) => ({
  tokens: `${tokens} of ${budget}`,
  hash,
  degraded: degraded.join('\n'),
  ...viewSections(sections),
});

const viewReplay = ({ same, hash, replayedHash, differences, drift }: z.infer<typeof replayReport>) => ({
  same,
  hash,
  'replayed hash': same ? null : replayedHash,
  'found otherwise today': drift && drift.length === 0 ? 'nothing' : null,
  Differences: differences.map(({ section, reason }): [string, string] => [section, reason]),
  Drift: (drift ?? []).map(({ id, text: told, before, after }) =>
    viewReasoned(id, told ?? '(forgotten)', `then ${viewJudged(before)}`, `today ${viewJudged(after)}`),
  ),
});

const viewJudged = (judged: { included: boolean; reason: string } | null): string =>
  judged === null ? 'not found' : `${judged.included ? 'in' : 'out'}: ${judged.reason}`;

const signs = { added: '+', gone: '-', same: ' ', moved: '~', reason: '~' } as const;
const colours = { added: 'cyan', gone: 'red', same: 'dim' } as const;

function drawDiff({ before, after, sections }: z.infer<typeof contextDiff>, style: Style): string {
  const heading = `${shortId(before.id)} (${moment(before.createdAt)}) → ${shortId(after.id)} (${moment(after.createdAt)})`;
  if (sections.length === 0) return `${heading}\nThe same.`;
  const parts = sections.map(({ type, change, tokensBefore, tokensAfter, lines, items }) => {
    const title = `${type} ${change === 'changed' ? '' : `${change} `}(${tokensBefore} → ${tokensAfter} tokens)`;
    return [
      style.paint('bold', title),
      ...lines.map((line) =>
        style.paint(colours[line.change], `${signs[line.change]} ${oneLine(line.text, 300)}`),
      ),
      ...items.map(
        ({ id, text: told, change: how, before: was, after: is }) =>
          `${signs[how]} ${shortId(id)} ${how}: ${oneLine(told ?? '(forgotten)', 80)}: ${printable((is ?? was)?.reason ?? '')}`,
      ),
    ].join('\n');
  });
  return [heading, ...parts].join('\n\n');
}
