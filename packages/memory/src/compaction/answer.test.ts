import { describe, expect, it } from 'vitest';
import { parseAnswer } from './answer.ts';
import { emptySections } from './summary.ts';

const whole = { summary: { ...emptySections(), work: ['built it'] }, candidates: [{ content: 'x' }] };

describe('the answer of a model', () => {
  it.each([
    ['plain JSON', JSON.stringify(whole)],
    [
      'JSON between words and fences',
      `Here it is:\n\`\`\`json\n${JSON.stringify(whole, null, 2)}\n\`\`\`\nDone.`,
    ],
    ['JSON with a comma too many', `${JSON.stringify(whole).slice(0, -1)},}`],
    ['JSON with an unclosed end', JSON.stringify(whole).slice(0, -1)],
  ])('is read from %s', (_, text) => {
    expect(parseAnswer(text)).toEqual({ ok: true, value: whole });
  });

  it('may leave sections out', () => {
    expect(parseAnswer('{"summary":{"state":["fine"]},"candidates":[]}')).toEqual({
      ok: true,
      value: { summary: { ...emptySections(), state: ['fine'] }, candidates: [] },
    });
  });

  it.each([
    ['prose', 'I cannot do that.', 'no JSON object'],
    ['nothing', '', 'no JSON object'],
    ['a summary of another form', '{"summary":"we did it","candidates":[]}', 'summary'],
    ['no candidates', '{"summary":{"work":["x"]}}', 'candidates'],
    ['an empty summary', '{"summary":{"work":["  "]},"candidates":[]}', 'the summary is empty'],
  ])('is refused when it is %s, with a reason that the model can use', (_, text, reason) => {
    expect(parseAnswer(text)).toEqual({ ok: false, problem: expect.stringContaining(reason) });
  });
});
