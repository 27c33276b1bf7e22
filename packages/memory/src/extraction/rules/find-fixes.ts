import { z } from 'zod';
import type { Message } from '../../store/messages.ts';
import { shortLine } from '../../text/short-line.ts';
import { isSecondTry, readTriedCall, type TriedCall } from '../../transcript/second-try.ts';
import { callsOf, isFromMemory } from '../speaker.ts';
import type { Language } from '../../text/languages/language.ts';

/** The number of results after a failure that are searched for a success. */
const reach = 12;
/** The maximum number of fixes per extraction, so that a session of trial and error does not fill the memory. */
const mostFixes = 5;
/** Characters shown of arguments and of an error. */
const longestPart = 160;

/** Tools whose success changes nothing and therefore cannot explain why something works afterwards. */
const onlyLooks = /^(?:think|reason|plan|read|view|list|ls|search|grep|find|get|fetch|show|calculate)/i;
/** Says that something failed, but not how. */
const uninformative =
  /^(?:error:?\s*)?(?:command |process )?(?:exited|exit|failed|returned)?(?: with)? ?(?:code|status|exit code)? ?:?\d*\.?$/i;
const namesError =
  /\b\w*(?:error|exception|failed|failure|not found|denied|cannot|can't|unable|invalid|fatal|no such)\b/i;

const resultMetadata = z.object({ ok: z.boolean() });

type Result = TriedCall & { message: Message; ok: boolean };
export type Fix = { content: string; messages: Message[]; tool: string };

/**
 * Finds errors of a tool that were followed by its success: what failed, how, and what worked. Repeating the same
 * call only counts if something was changed in between. Oldest first, at most the 5 newest.
 */
export function findFixes(messages: Message[], language: Pick<Language, 'fix'>): Fix[] {
  const results = resultsOf(messages);
  const fixes = results.flatMap((failed, index) => {
    const error = failed.ok ? null : errorOf(failed.message.content);
    const next = results.slice(index + 1, index + 1 + reach);
    const position = next.findIndex((result) => result.ok && isSecondTry(failed, result));
    const worked = next[position];
    if (error === null || !worked) return [];
    const content = describe(failed, error, worked, next.slice(0, position), language);
    return content === null
      ? []
      : [{ content, tool: failed.tool, messages: [failed.message, worked.message] }];
  });
  // of several failures before one success, the last one represents them
  const bySuccess = new Map(fixes.map((fix) => [fix.messages.at(-1), fix]));
  return [...bySuccess.values()].slice(-mostFixes);
}

function resultsOf(messages: Message[]): Result[] {
  const calls = callsOf(messages);
  return messages.flatMap((message) => {
    const metadata = resultMetadata.safeParse(message.metadata).data;
    const call = calls.get(message.toolCallId ?? '');
    if (message.role !== 'tool' || !metadata || !call || isFromMemory(message, calls)) return [];
    return [{ ...readTriedCall(call.name, call.arguments), message, ok: metadata.ok }];
  });
}

/** Returns null if nothing explains why the second try worked. */
function describe(
  failed: Result,
  error: string,
  worked: Result,
  between: Result[],
  { fix }: Pick<Language, 'fix'>,
): string | null {
  const names = Object.keys({ ...failed.arguments, ...worked.arguments });
  const changed = names.filter((name) => failed.arguments[name] !== worked.arguments[name]);
  if (changed.length > 0) {
    return fix.byOtherArguments(failed.tool, show(failed, changed), error, show(worked, changed));
  }
  const change = between.findLast(
    (result) => result.ok && !onlyLooks.test(result.tool) && result.tool !== failed.tool,
  );
  if (!change) return null;
  const changeText = `${change.tool} ${show(change, Object.keys(change.arguments))}`;
  return fix.byChange(`${failed.tool} ${show(failed, names)}`, error, changeText);
}

/** Shows the value alone if it is the only argument, otherwise the names and values that matter. */
function show(result: Result, names: string[]): string {
  const isOnly = Object.keys(result.arguments).length === 1;
  const parts = names.map((name) => {
    const value = result.arguments[name] ?? '–';
    return isOnly ? value : `${name} ${value}`;
  });
  return shortLine(parts.join(', '), longestPart);
}

/** Returns the line that names the error, otherwise the first informative one; null if there is none. */
function errorOf(content: string): string | null {
  const lines = content.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /\p{L}{2}/u.test(line) && !uninformative.test(line));
  const line = telling.find((one) => namesError.test(one)) ?? telling[0];
  return line === undefined ? null : shortLine(line.replace(/^error:\s*/i, ''), longestPart);
}
