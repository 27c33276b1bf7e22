import { Command } from '@commander-js/extra-typings';
import type { explanation } from '@devai/fastify/protocol/search';
import type { turnRecall } from '@devai/fastify/protocol/session';
import type { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';
import { moment, written } from '../terminal/written.ts';
import { projectHelp, text, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';
import { messageName, messageNamed } from './message-name.ts';
import { viewEvent, viewMemory, viewReasoned, viewScore } from './views.ts';

/** Commands about one memory or one turn. */
export const recallCommands = (context: Context) => [
  new Command('explain')
    .description('Explain why a memory would, or would not, be put into the prompt for a text')
    .argument('<text>', 'in quotes', text)
    .argument('<id>')
    .option('--project <name>', projectHelp)
    .action(async (about, id, { project }) => {
      const json = { text: about, memoryId: await fullId(context, 'memory', id), project };
      await context.answer('POST /api/memory/explain', { json }, viewExplanation);
    }),
  new Command('why')
    .description(
      `Show what was recalled in a turn, and why each memory was or was not in the prompt. By default it is the last turn of
the last active session. The chat prints its session when it begins; search --messages finds messages, as <session>:<number>.
Reasons are from the time of the turn, texts are current. For another memory, or for today's prompt, use explain.`,
    )
    .argument('[session]', 'or <session>:<number>')
    .argument('[number]', 'number of a message of the turn', wholeNumber(999_999_999))
    .option('--project <name>', projectHelp)
    .action(async (given, message, { project }) => {
      const named = given === undefined ? null : await messageNamed(context, given);
      const session =
        named?.sessionId ??
        (given === undefined ? await lastSession(context, project) : await fullId(context, 'session', given));
      const path = { id: session };
      const query = { message: named?.number ?? message };
      await context.answer('GET /api/memory/sessions/:id/recall', { path, query }, viewTurn);
    }),
  new Command('show')
    .description('Show all fields of a memory')
    .argument('<id>')
    .action(async (id) => {
      const path = { id: await fullId(context, 'memory', id) };
      await context.answer('GET /api/memory/:id', { path }, viewMemory);
    }),
  new Command('history')
    .description(
      'Show every change of a memory: when, what, why and by whom. For a forgotten memory, give the whole id.',
    )
    .argument('<id>')
    .action(async (id) => {
      const path = { id: await fullId(context, 'memory', id) };
      const { events } = await context.ask('GET /api/memory/:id/history', { path });
      await context.output.answer(events, (all) => all.map(viewEvent));
    }),
];

async function lastSession({ ask }: Context, project: string | undefined): Promise<string> {
  const { sessions } = await ask('GET /api/memory/sessions', {
    query: { project, limit: 1 },
  });
  const [last] = sessions;
  if (last) return last.id;
  throw new CliError('not_found', 'this project has no session yet', { help: 'See --project.' });
}

const viewExplanation = ({ memory, hit, degraded, ...rest }: z.infer<typeof explanation>) => ({
  ...rest,
  memory: memory && `${memory.id}\n${memory.content}`,
  figures: hit && viewScore(hit),
  degraded: degraded.join('\n'),
});

function viewTurn({
  question,
  reply,
  memories,
  standing,
  said,
  passages,
  degraded,
}: z.infer<typeof turnRecall>) {
  const line = ({ sessionId, createdAt, number, content }: typeof reply): string =>
    `${moment(createdAt)}  ${messageName({ sessionId, number })}  ${oneLine(content, 300)}`;
  const told = ({ memory, ...hit }: (typeof memories)[number]) => ({
    ...hit,
    what: memory?.content ?? '(forgotten)',
  });
  const found = [
    ...memories.map(told),
    ...said.map(({ message, ...hit }) => ({
      ...hit,
      id: message ? messageName(message) : '',
      what: message ? `${moment(message.createdAt)}  ${message.content}` : '(erased)',
    })),
    ...passages.map(({ source, title, ...hit }) => ({ ...hit, id: source, what: title })),
  ];
  const hits = (isInjected: boolean, of = found) =>
    of
      .filter(({ injected }) => injected === isInjected)
      .map(({ id, what, score, reason }) =>
        viewReasoned(id, what, score === null ? reason : `${reason} · score ${written(score)}`),
      );
  return {
    user: question && line(question),
    agent: line(reply),
    recalled:
      found.length > 0
        ? null
        : standing.length > 0
          ? 'nothing but what every prompt shows'
          : 'nothing relevant',
    degraded: degraded.join('\n'),
    'In every prompt': hits(true, standing.map(told)),
    'In the prompt': hits(true),
    'Left out': [...hits(false, standing.map(told)), ...hits(false)],
  };
}
