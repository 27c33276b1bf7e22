import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeChange } from './judge-change.ts';
import { assistant, conversation, toolUse, user } from './message.fixture.ts';

const stored = 'The staging database listens on port 6543';
const changed = 'The staging database listens on port 6544';

describe('a change is the user’s by what it adds', () => {
  it.each([
    ['a value', 'No, 6544 since yesterday.', stored, changed],
    [
      'a name',
      'Lena takes over the deployment from him.',
      'Jonas does the deployment of the bot',
      'Lena does the deployment of the bot instead of Jonas',
    ],
    ['a choice', 'pnpm please. Always.', 'The project uses npm', 'The project uses pnpm, not npm'],
    [
      'in German',
      'Deutsch bitte, immer.',
      'Der Nutzer möchte Antworten auf Englisch',
      'Der Nutzer möchte Antworten immer auf Deutsch',
    ],
    ['in Thai', 'เซิร์ฟเวอร์ย้ายไปพอร์ต 9450 แล้ว', 'เซิร์ฟเวอร์ทดสอบใช้พอร์ต 9300', 'เซิร์ฟเวอร์ทดสอบใช้พอร์ต 9450'],
  ])('%s', (_, said, before, content) => {
    expect(judge(content, before, [user(said)])).toEqual({ isUsers: 'yes' });
  });

  it('in whatever the model words it, as long as half of what it adds is theirs', () => {
    const words = fc.uniqueArray(fc.constantFrom('alpha', 'bravo', 'delta', 'gamma', 'kappa', 'sigma'), {
      minLength: 2,
    });
    fc.assert(
      fc.property(words, fc.nat(), (added, pick) => {
        const said = added.slice(0, 1 + (pick % added.length));
        const judged = judge(`${stored} ${added.join(' ')}`, stored, [user(`It is ${said.join(' ')}.`)]);
        expect(judged.isUsers).toBe(2 * said.length >= added.length ? 'yes' : 'perhaps');
      }),
    );
  });
});

describe('words do not tell', () => {
  it.each([
    ['a short yes', [assistant('Shall I move staging to 6544?'), user('Yes, do that.')]],
    ['thanks', [assistant('Staging listens on 6544.'), user('ok, thanks')]],
    ['a request in the form of a question', [user('Can we move it to 6544 from now on, please?')]],
    ['what somebody else says', [user('My colleague says it listens on 6544.')]],
    ['a number in words', [assistant('It listens on 6543.'), user('No, one higher.')]],
    ['another thing', [user('My other old project listens on 6544.')]],
  ])('of %s, which a model reads with what the agent said before', (_, messages) => {
    const judged = judge(changed, stored, messages);
    expect(judged.isUsers).toBe('perhaps');
    const [last, before] = messages.toReversed();
    expect(judged).toMatchObject({
      said: { text: last?.content, reply: before?.role === 'assistant' ? before.content : '' },
    });
  });

  it('about a statement that changes nothing', () => {
    expect(judge(changed, null, [user('It is 6544.')]).isUsers).toBe('perhaps');
  });
});

describe('nobody but the agent or a tool says it', () => {
  it.each([
    ['a refusal', [assistant('Shall I move staging to 6544?'), user('No thanks.')]],
    [
      'a value of a tool',
      [...toolUse('c1', 'shell', { cmd: 'ss' }, 'listening on 6544'), user('Odd, look at the port.')],
    ],
    ['the opposite', [user('The staging database does not listen on port 6544.')]],
    ['no message of the user', [user('Where is it?'), assistant('It listens on 6544.')]],
  ])('%s', (_, messages) => {
    expect(judge(changed, stored, messages)).toEqual({ isUsers: 'no' });
  });
});

function judge(content: string, before: string | null, some: Parameters<typeof conversation>) {
  const messages = conversation(...some);
  const last = messages.at(-1)?.number ?? 0;
  const evidence = [{ sessionId: messages[0]?.sessionId ?? '', messages: [last], quote: '' }];
  return judgeChange({ content, evidence, trust: 'agent' }, before, messages);
}
