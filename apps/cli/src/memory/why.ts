import { Command } from '@commander-js/extra-typings';
import { sessionPage, turnRecall } from '@devai/api/protocol/session';
import type { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { Style } from '../terminal/style.ts';
import { oneLine } from '../terminal/printable.ts';
import { moment } from './figures.ts';
import { projectHelp, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';
import { renderDegraded, renderReasoned, renderSection } from './hit-lines.ts';

export const why = (context: Context) =>
  new Command('why')
    .description(
      `Show what was recalled in a turn, and why each memory was or was not in its prompt: the turn of the message with this number,
by default the last turn of the last active session. The chat prints its session when it begins; search --messages finds
both. Reasons are those of the turn, texts those of today. To ask about another memory, or about today, use explain.`,
    )
    .argument('[session]')
    .argument('[number]', 'of a message', wholeNumber(999_999_999))
    .option('--project <name>', projectHelp)
    .action(async (given, message, { project }) => {
      const session =
        given === undefined ? await lastSession(context, project) : await fullId(context, 'session', given);
      const path = `/api/memory/sessions/${session}/recall`;
      context.output.answer(await context.ask(turnRecall, ['GET', path], { query: { message } }), render);
    });

async function lastSession({ ask }: Context, project: string | undefined): Promise<string> {
  const query = { project, limit: 1 };
  const { sessions } = await ask(sessionPage, ['GET', '/api/memory/sessions'], { query });
  const [last] = sessions;
  if (last) return last.id;
  throw new CliError('not_found', 'this project has no session yet', { help: 'See --project.' });
}

function render({ question, reply, memories, degraded }: z.infer<typeof turnRecall>, style: Style): string {
  const line = (who: string, { createdAt, number, content }: typeof reply): string =>
    style.cut(`${moment(createdAt)}  no. ${number}  ${who}: ${oneLine(content)}`);
  const lines = (injected: boolean): string[] =>
    memories
      .filter((one) => one.injected === injected)
      .map(({ id, memory, reason }) => renderReasoned(id, memory?.content ?? '(forgotten)', [reason], style));
  return [
    [...(question ? [line('user', question)] : []), line('agent', reply)].join('\n'),
    ...renderSection('In the prompt', lines(true), style),
    ...renderSection('Left out', lines(false), style),
    ...(memories.length === 0 ? ['Nothing relevant was found.'] : []),
    ...renderDegraded(degraded, style),
  ].join('\n\n');
}
