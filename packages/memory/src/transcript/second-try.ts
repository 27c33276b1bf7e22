import { readJsonObject } from '../text/read-json.ts';
import { wordsOf } from '../text/words.ts';

/** A tool's call with its arguments as texts. */
export type TriedCall = { tool: string; arguments: Record<string, string> };

/** Share of a call's words above which another call that has them is a second try of it. */
const related = 0.5;
/** Going to a folder first says nothing about what was tried there. */
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

/** The same tool, with more than half of the words of the shorter call in the longer one. */
export function isSecondTry(failed: TriedCall, later: TriedCall): boolean {
  if (later.tool !== failed.tool) return false;
  const [one, other] = [failed, later].map((call) => wordsOf(Object.values(call.arguments).join('\n')));
  if (one === undefined || other === undefined) return false;
  const shared = one.filter((word) => other.includes(word)).length;
  return shared > related * Math.min(one.length, other.length);
}
