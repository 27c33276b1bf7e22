import { MemoryError, type ChatModel } from '@devai/memory';
import type { Question } from './history.ts';
import { judgeMessages } from './prompts.ts';

export type Verdict = { right: boolean; reason: string };

const verdictSchema = {
  type: 'object',
  properties: { reason: { type: 'string' }, right: { type: 'boolean' } },
  required: ['reason', 'right'],
  additionalProperties: false,
};

/**
 * Asks the judge about a reply, and once more when no verdict can be read from what it says. Throws `malformed_answer` then, and what the
 * model throws. An empty reply is wrong without a request.
 */
export async function judge(model: ChatModel, question: Question, reply: string): Promise<Verdict> {
  if (reply.trim() === '') return { right: false, reason: 'the reply is empty' };
  const messages = judgeMessages(question, reply);
  const schema = { name: 'verdict', schema: verdictSchema };
  const first = await model.generate({ messages, schema });
  const read = readVerdict(first.content);
  if (read) return read;
  const again = await model.generate({
    messages: [
      ...messages,
      { role: 'assistant', content: first.content || '(nothing)' },
      {
        role: 'user',
        content: 'Answer with the JSON object alone: { "reason": "…", "right": true or false }.',
      },
    ],
    schema,
  });
  const second = readVerdict(again.content);
  if (second) return second;
  throw new MemoryError('malformed_answer', `the judge gave no verdict: ${again.content.slice(0, 200)}`);
}

/** Words for a verdict, which may stand in the field of an object or alone. */
const rightWords = /^(?:right|correct|yes|true|pass(?:ed)?|accept(?:ed)?|1)$/;
const wrongWords = /^(?:wrong|incorrect|no|false|fail(?:ed)?|reject(?:ed)?|0|not (?:right|correct|true))$/;
const verdictKeys = /^(?:is_?)?(?:right|correct|verdict|judge?ment|label|result)$/i;

/** Reads a verdict in whatever form a model gives it: JSON in or without a fence, with other fields or words, a single word, prose. Null: none. */
export function readVerdict(text: string): Verdict | null {
  for (const object of objectsIn(text)) {
    const entry = Object.entries(object).find(
      ([key, value]) => verdictKeys.test(key) && asVerdict(value) !== null,
    );
    const right = entry ? asVerdict(entry[1]) : null;
    if (right === null) continue;
    const reason = Object.entries(object).find(([key]) => /reason|explanation|why/i.test(key))?.[1];
    return { right, reason: typeof reason === 'string' ? reason : '' };
  }
  const right = inField(text) ?? inProse(text.replaceAll(/\{[^{}]*(?:\}|$)/g, ' '));
  return right === null ? null : { right, reason: text.trim().slice(0, 200) };
}

/** A field that is written in another way than JSON. */
function inField(text: string): boolean | null {
  for (const [, key = '', value] of text.matchAll(/["'*_]*\b(\w+)["'*_]*\s*[:=]\s*["'*_]*(not \w+|\w+)/gi)) {
    const right = verdictKeys.test(key) ? asVerdict(value) : null;
    if (right !== null) return right;
  }
  return null;
}

function asVerdict(value: unknown): boolean | null {
  const word = String(value)
    .toLowerCase()
    .replaceAll(/[^\w ]+/g, '')
    .trim();
  if (rightWords.test(word)) return true;
  return wrongWords.test(word) ? false : null;
}

/** Objects without objects in them, as a verdict is. */
const objectsIn = (text: string): object[] =>
  [...text.matchAll(/\{[^{}]*\}/g)].flatMap(([written]) => {
    try {
      const value: unknown = JSON.parse(written);
      return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });

/** Where a clause ends, so that "the correct answer is Leeds" says nothing about the reply. */
const clauseEnd = String.raw`(?=\s*(?:[.,;:!)\n–—-]|$|(?:because|since|as|and|or|though)\b))`;
const yesOrNo = new RegExp(
  String.raw`^(?:(?:the |my |final )*(?:verdict|judge?ment|label|result)\s*(?:is)?\s*:?\s*)?(yes|no|true|false)${clauseEnd}`,
);
const saysRight = new RegExp(
  String.raw`(?<!\b(?:not|partially|partly|mostly|half|almost|nearly) )\b(?:right|correct)${clauseEnd}`,
);
const saysWrong = /(?<!\bnot )\b(?:wrong|incorrect)\b|\bnot (?:right|correct)\b/;

/** A word alone or at the beginning; otherwise the one verdict that is named. */
function inProse(text: string): boolean | null {
  const plain = text
    .toLowerCase()
    .replaceAll(/[*_`"'#]+/g, '')
    .replaceAll(/ +/g, ' ')
    .trim();
  const alone = asVerdict(plain) ?? asVerdict(yesOrNo.exec(plain)?.[1]);
  if (alone !== null) return alone;
  const right = saysRight.test(plain);
  return right === saysWrong.test(plain) ? null : right;
}
