import { readJsonObject } from '../text/read-json.ts';
import { wordsOf } from '../text/words.ts';

/** A tool call with its arguments as texts. */
export type TriedCall = { tool: string; arguments: Record<string, string> };

/** The share of the shorter call's words that the other must exceed to be a second try. */
const related = 0.5;
/** A change of folder says nothing about what was tried there. */
const changeOfFolder = /^\s*cd\s+\S+\s*(?:&&|;)\s*/;

/** `text`: the arguments as the model wrote them; broken JSON is one argument. */
export function readTriedCall(tool: string, text: string): TriedCall {
  const parsed = readJsonObject(text) ?? { arguments: text };
  const texts = Object.entries(parsed).map(([name, value]) => [
    name,
    (typeof value === 'string' ? value : JSON.stringify(value)).replace(changeOfFolder, ''),
  ]);
  return { tool, arguments: Object.fromEntries(texts) };
}

/** Whether a later call of the same tool contains more than half of the words of the shorter call. */
export function isSecondTry(failed: TriedCall, later: TriedCall): boolean {
  if (later.tool !== failed.tool) return false;
  const [one, other] = [failed, later].map((call) => wordsOf(Object.values(call.arguments).join('\n')));
  if (one === undefined || other === undefined) return false;
  const shared = one.filter((word) => other.includes(word)).length;
  return shared > related * Math.min(one.length, other.length);
}
