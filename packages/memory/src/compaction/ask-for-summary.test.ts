import { describe, expect, it } from 'vitest';
import { MemoryError } from '../errors.ts';
import { countTokens } from '../text/tokens.ts';
import { askForSummary } from './ask-for-summary.ts';
import { emptySections } from './summary.ts';
import { answering, hang, scriptedModel, type Script } from './running-session.fixture.ts';

describe('asking for a summary', () => {
  it('accepts a good answer at once', async () => {
    const { answer, requests } = ask(() => answering({ work: ['read src/known.ts'] }, [1]));
    expect(await answer).toMatchObject({ summary: { work: ['read src/known.ts'] }, candidates: [1] });
    expect(requests).toHaveLength(1);
  });

  it('shows the model no more of a wrong answer than the limit allows', async () => {
    const { answer, requests } = ask((_, call) =>
      call === 1 ? `rubbish ${'and more '.repeat(500)}` : answering({ work: ['done'] }),
    );
    await answer;
    expect(requests.map(({ messages }) => messages.map((one) => one.role))).toEqual([
      ['user'],
      ['user', 'assistant', 'user'],
    ]);
    const shown = requests[1]?.messages[1]?.content ?? '';
    expect(shown).toMatch(/^rubbish and more/);
    expect(countTokens(shown)).toBeLessThanOrEqual(50);
  });

  it('gives up after the second malformed answer, and says what was wrong', async () => {
    const { answer } = ask(() => '{"summary":{"work":[{"a":{}}]},"candidates":[]}');
    await expect(answer).rejects.toMatchObject({
      code: 'malformed_answer',
      message: expect.stringContaining('summary.work'),
    });
  });

  it('passes on what the model throws', async () => {
    const { answer } = ask(() => {
      throw new MemoryError('model_refused', 'no such model');
    });
    await expect(answer).rejects.toMatchObject({ code: 'model_refused' });
  });

  it('rejects with the reason when it is cancelled, even in the second call', async () => {
    const cancel = new AbortController();
    const { answer } = ask((request, call) => {
      if (call === 1) return 'rubbish';
      setTimeout(() => cancel.abort(new Error('cancelled')), 5);
      return hang(request);
    }, cancel.signal);
    await expect(answer).rejects.toThrow('cancelled');
  });
});

const whole = { summary: { ...emptySections(), work: ['built it'] }, candidates: [{ content: 'x' }] };

describe('a model’s answer', () => {
  it.each([
    ['plain JSON', JSON.stringify(whole)],
    [
      'JSON between words and fences',
      `Here it is:\n\`\`\`json\n${JSON.stringify(whole, null, 2)}\n\`\`\`\nDone.`,
    ],
    ['JSON with a comma too many', `${JSON.stringify(whole).slice(0, -1)},}`],
    ['JSON with an unclosed end', JSON.stringify(whole).slice(0, -1)],
  ])('is read from %s', async (_, text) => {
    expect(await ask(() => text).answer).toEqual(whole);
  });

  it.each([
    ['texts for lists', { summary: { ...whole.summary, work: 'built it' }, candidates: whole.candidates }],
    ['null for empty lists', { summary: { work: ['built it'], open: null }, candidates: whole.candidates }],
    ['sections beside the candidates', { work: ['built it'], candidates: whole.candidates }],
    [
      'a text with headings',
      { summary: '## Done, with its outcome\n- built it', candidates: whole.candidates },
    ],
    ['objects in lists', { summary: { Work: [{ done: 'built it' }] }, candidates: whole.candidates }],
  ])('may have %s', async (_, text) => {
    expect(await ask(() => JSON.stringify(text)).answer).toEqual(whole);
  });

  it('is kept when a candidate stays malformed', async () => {
    const { answer, requests } = ask(
      () => JSON.stringify(whole),
      undefined,
      () => ({
        problem: 'memory 1: no evidence',
        readable: [{}],
      }),
    );
    expect(await answer).toEqual(whole);
    expect(requests[1]?.messages[2]?.content).toContain('no evidence');
  });

  it('may omit sections', async () => {
    expect(await ask(() => '{"summary":{"state":["fine"]},"candidates":[]}').answer).toEqual({
      summary: { ...emptySections(), state: ['fine'] },
      candidates: [],
    });
  });

  it.each([
    ['prose', 'I cannot do that.', 'no whole JSON object'],
    ['nothing', '', 'no whole JSON object'],
    ['a summary of another form', '{"summary":7,"candidates":[]}', 'summary'],
    ['no candidates', '{"summary":{"work":["x"]}}', 'candidates'],
    ['an empty summary', '{"summary":{"work":["  "]},"candidates":[]}', 'the summary is empty'],
  ])('is refused when it is %s, with a reason that the model can use', async (_, text, reason) => {
    const { answer, requests } = ask((_request, call) => (call === 1 ? text : JSON.stringify(whole)));
    expect(await answer).toEqual(whole);
    expect(requests[1]?.messages[2]?.content).toContain(reason);
  });
});

/** Asks a model that answers by a script. */
function ask(
  script: Script,
  signal: AbortSignal = new AbortController().signal,
  check: () => { problem: string | null; readable: unknown[] } = () => ({ problem: null, readable: [] }),
) {
  const { model, requests } = scriptedModel(script);
  const answer = askForSummary({
    model,
    timeZone: 'UTC',
    prompt: [{ role: 'user', content: 'the transcript' }],
    messages: [],
    candidates: { jsonSchema: { type: 'object' }, check },
    maxOutputTokens: 1_000,
    shownAnswer: 50,
    timeout: 1_000,
    signal,
    onReply: () => {},
  });
  return { answer, requests };
}
