import { contentHash } from '../text/content-hash.ts';
import { replaceParts } from '../marks/replace-parts.ts';
import { forgottenText } from '../marks/without-marked.ts';
import type { SessionTexts, ToldSession } from '../store/forgetting.ts';
import { readStatement, saidIn } from '../text/statement-overlap.ts';
import { wordsOf } from '../text/words.ts';
import type { TextPart } from '../types.ts';

/** A name or gist with this share of a memory's words may mention the memory in other words. */
const doubtShare = 1 / 3;

/**
 * Removes what a session's name, summary and gist say of a memory. Returns the three texts and the keys of the state that mention the
 * memory; null if nothing of the session mentions it. `toldParts` finds the parts of a text that mention the memory; `wordings` are all
 * texts of the memory. Name and gist are short and worded freely, so in doubt they are removed as a whole.
 */
export async function sessionWithout(
  {
    sessionId,
    state = {},
    ...before
  }: SessionTexts & { sessionId: string; state?: Record<string, string[]> },
  { wordings, toldParts }: { wordings: string[]; toldParts: (text: string) => Promise<TextPart[]> },
): Promise<ToldSession | null> {
  const summary =
    before.summary && replaceParts(before.summary, await toldParts(before.summary), forgottenText);
  const name = before.name && ((await without(before.name)) === before.name ? before.name : null);
  const gist = before.gist && (await without(before.gist));
  const stateKeys: string[] = [];
  for (const [key, texts] of Object.entries(state)) {
    const told = await Promise.all(texts.map(toldParts));
    if (told.flat().length > 0) stateKeys.push(key);
  }
  const isSame = summary === before.summary && name === before.name && gist === before.gist;
  if (isSame && stateKeys.length === 0) return null;
  return {
    sessionId,
    before,
    name,
    summary,
    summaryHash: summary === null ? null : contentHash(summary),
    gist,
    words: gist === null ? null : wordsOf(gist),
    stateKeys,
  };

  async function without(text: string): Promise<string | null> {
    const left = replaceParts(text, await toldParts(text), '').trim();
    return left === '' || wordings.some((wording) => mayTell(left, wording)) ? null : left;
  }
}

function mayTell(text: string, wording: string): boolean {
  const { words, values } = readStatement(wording);
  const said = saidIn(text, words).length;
  return saidIn(text, values).length > 0 || (said > 0 && said >= doubtShare * words.length);
}
