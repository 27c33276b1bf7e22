import { askedNoModel, spentOn } from '@devai/fastify/protocol/spent';
import type { Turn } from '@devai/fastify/protocol/conversation';
import { cliError } from '../../cli-error.ts';
import { note } from '../../terminal/piece.ts';
import { oneLine } from '../../terminal/printable.ts';
import { written } from '../../terminal/written.ts';
import { alone, here, nothingSaid, type At, type Commands, type Terminal } from './at.ts';

/** The most that one answer of the server lists. */
const most = 200;

/** Commands about what was asked and answered here. */
export function turnCommands(at: At): Commands {
  const { transcript } = at;
  return {
    '/why': alone('/why', async () => at.say(...transcript.explainLastTurn())),
    '/context': alone('/context', async () => at.say(...transcript.describeLastContext())),
    '/verbose': alone('/verbose', async () => {
      transcript.verbose = !transcript.verbose;
      at.say(note(transcript.verbose ? 'showing more' : 'showing less'));
    }),

    '/retry': alone('/retry', () => at.connection().send(lastQuestion(at))),

    '/edit': alone('/edit', async () => {
      const { edit } = terminalOf(at, '/edit');
      const asked = transcript.conversation.turns.findLast(({ question }) => question !== null)?.question;
      const text = (await edit(asked?.content ?? '')).trim();
      if (text === '') return at.say(note('nothing was sent'));
      return at.connection().send(text);
    }),

    '/copy': alone('/copy', async () => {
      const { copy } = terminalOf(at, '/copy');
      const reply = transcript.conversation.turns.map(replyOf).findLast((text) => text !== '');
      if (reply === undefined) throw cliError('usage', 'there is no reply to copy yet');
      copy(reply);
      at.say(note(`copied: ${oneLine(reply, 60)} (if your terminal lets programs copy)`));
    }),

    '/model': alone('/model', async () => {
      const { session } = transcript;
      if (session === null) return at.say(note('not connected yet'));
      const models = session.models.map((name) => oneLine(name, 60)).join(', ');
      at.say(
        note(session.offline ? 'no model: replies show what is remembered' : models),
        note(
          'the operator connects another: on the page, at the top right, or by the variables of the server',
        ),
      );
    }),

    '/cost': alone('/cost', async () => {
      if (at.connection().position.number === 0) throw cliError('usage', nothingSaid);
      const query = { session: here(at).id, limit: most };
      const { contexts, next } = await at.ask('GET /api/memory/contexts', { query });
      const { read, written: wrote, cost } = spentOn(contexts);
      const requests = `${next === null ? '' : 'the last '}${written(contexts.length)} requests`;
      if (contexts.every(askedNoModel)) return at.say(note(`${requests}, no model was asked: $0`));
      const price = cost === null ? 'its price is not known' : dollars(cost);
      at.say(note(`${requests}: ${written(read)} tokens read, ${written(wrote)} written, ${price}`));
    }),
  };
}

export const dollars = (cost: number): string => `$${cost.toFixed(4)}`;

function lastQuestion({ transcript }: At): string {
  const asked = transcript.conversation.turns.findLast(({ question }) => question !== null)?.question;
  if (!asked) throw cliError('usage', nothingSaid);
  return asked.content;
}

const replyOf = ({ parts }: Turn): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n');

function terminalOf({ terminal }: At, name: string): Terminal {
  if (terminal === null) throw cliError('usage', `${name} needs a terminal`);
  return terminal;
}
