import type { z } from 'zod';
import { sessionPage } from '../../../protocol/session.ts';
import { turnRecall } from '../../../protocol/session.ts';
import { cutToWidth } from '../../display-width.ts';
import { ask } from '../ask.ts';
import type { Command, Context } from '../command.ts';
import { projectOption } from '../filter-options.ts';
import { moment, shortId } from '../figures.ts';
import { fullSessionId } from '../full-id.ts';
import { renderReasoned } from '../hit-lines.ts';
import type { MemoryApi } from '../memory-api.ts';
import type { Paper } from '../paper.ts';
import { plainLine } from '../plain-line.ts';
import { renderDegraded } from '../render-degraded.ts';
import { ToolError, toolError } from '../tool-error.ts';

export const why: Command = {
  name: 'why',
  words: '[<session> [<number>]]',
  summary: 'what was recalled in a turn of a chat, and why each memory was or was not in its prompt',
  details: `Of the turn that a message of that number belongs to; without a number of the last one, without a session of the session that was
active last. The chat tells its session when it begins; search --messages finds both. The reasons are those of that moment; what a
memory says is shown as it is now. To ask about another memory, or how it would be today: explain.`,
  options: { project: projectOption },
  counts: [0, 2],
  async run(context) {
    const { words, connect, output, signal } = context;
    const [given, number] = words;
    if (number !== undefined && !/^[1-9]\d*$/.test(number)) {
      throw toolError('usage', `${number} is not the number of a message`);
    }
    const api = await connect();
    const session =
      given === undefined ? await lastSession(api, context) : await fullSessionId(api, given, signal);
    const query = { message: number };
    const told = await ask(api, turnRecall, ['GET', `/api/memory/sessions/${session}/recall`], {
      query,
      signal,
    });
    output.answer(told, render);
  },
};

async function lastSession(api: MemoryApi, { options, signal }: Context): Promise<string> {
  const query = { project: options.text('project'), limit: 1 };
  const { sessions } = await ask(api, sessionPage, ['GET', '/api/memory/sessions'], { query, signal });
  const [last] = sessions;
  if (last) return last.id;
  throw new ToolError('not_found', 'nothing was said in this project yet', {
    help: 'See --project.',
  });
}

function render({ question, reply, memories, degraded }: z.infer<typeof turnRecall>, paper: Paper): string {
  const line = (who: string, said: typeof reply): string =>
    cutToWidth(
      `${moment(said.createdAt)}  no. ${said.number}  ${who}: ${plainLine(said.content)}`,
      paper.width,
    );
  const group = (title: string, some: typeof memories): string[] =>
    some.length === 0
      ? []
      : [
          [
            paper.paint('bold', title),
            ...some.map(({ id, memory, reason }) =>
              renderReasoned(
                `${shortId(id)}  ${memory ? plainLine(memory.content) : '(forgotten)'}`,
                [reason],
                paper,
              ),
            ),
          ].join('\n'),
        ];
  return [
    [...(question ? [line('user', question)] : []), line('agent', reply)].join('\n'),
    ...group(
      'In the prompt',
      memories.filter(({ injected }) => injected),
    ),
    ...group(
      'Left out',
      memories.filter(({ injected }) => !injected),
    ),
    ...(memories.length === 0 ? ['Nothing was found that could have been relevant.'] : []),
    ...renderDegraded(degraded, paper),
  ].join('\n\n');
}
