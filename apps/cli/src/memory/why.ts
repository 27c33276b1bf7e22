import { Command } from '@commander-js/extra-typings';
import { sessionPage, turnRecall } from '@devai/api/protocol/session';
import type { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { Paper } from '../terminal/paper.ts';
import { oneLine } from '../terminal/printable.ts';
import { moment } from './figures.ts';
import { projectHelp, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';
import { renderDegraded, renderReasoned, renderSection } from './hit-lines.ts';

export const why = (context: Context) =>
  new Command('why')
    .summary('show what was recalled in a turn of a chat, and why')
    .description(
      `Show what was recalled in a turn of a chat, and why each memory was or was not in its prompt: of the turn that a message
of that number belongs to; without a number of the last one, without a session of the session that was active last. The
chat tells its session when it begins; search --messages finds both. The reasons are those of that moment; what a memory
says is shown as it is now. To ask about another memory, or how it would be today: explain.`,
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
  throw new CliError('not_found', 'nothing was said in this project yet', { help: 'See --project.' });
}

function render({ question, reply, memories, degraded }: z.infer<typeof turnRecall>, paper: Paper): string {
  const line = (who: string, { createdAt, number, content }: typeof reply): string =>
    paper.cut(`${moment(createdAt)}  no. ${number}  ${who}: ${oneLine(content)}`);
  const lines = (injected: boolean): string[] =>
    memories
      .filter((one) => one.injected === injected)
      .map(({ id, memory, reason }) => renderReasoned(id, memory?.content ?? '(forgotten)', [reason], paper));
  return [
    [...(question ? [line('user', question)] : []), line('agent', reply)].join('\n'),
    ...renderSection('In the prompt', lines(true), paper),
    ...renderSection('Left out', lines(false), paper),
    ...(memories.length === 0 ? ['Nothing was found that could have been relevant.'] : []),
    ...renderDegraded(degraded, paper),
  ].join('\n\n');
}
