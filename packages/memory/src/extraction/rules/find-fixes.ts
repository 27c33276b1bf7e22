import { z } from 'zod';
import type { Message } from '../../store/messages.ts';
import { isSecondTry, readTriedCall, type TriedCall } from '../../transcript/second-try.ts';
import { callsOf, isFromMemory } from '../speaker.ts';
import type { Language } from '../../text/languages/language.ts';

/** Results after a failure among which its success is looked for. */
const reach = 12;
/** Fixes taken from one extraction: a session of trial and error must not fill the memory. */
const mostFixes = 5;
/** Characters of arguments and of an error that a fix shows. */
const longestPart = 160;

/** Tools whose success changes nothing, so it is not why something works afterwards. */
const onlyLooks = /^(?:think|reason|plan|read|view|list|ls|search|grep|find|get|fetch|show|calculate)/i;
/** Says that it failed, but not how. */
const uninformative =
  /^(?:error:?\s*)?(?:command |process )?(?:exited|exit|failed|returned)?(?: with)? ?(?:code|status|exit code)? ?:?\d*\.?$/i;
const namesError =
  /\b\w*(?:error|exception|failed|failure|not found|denied|cannot|can't|unable|invalid|fatal|no such)\b/i;

const resultMetadata = z.object({ ok: z.boolean() });

type Result = TriedCall & { message: Message; ok: boolean };
export type Fix = { content: string; messages: Message[]; tool: string };

/**
 * A tool's error that the same tool's success came after: what failed, how, and what worked. The same call again counts only
 * when something was changed in between. Oldest first, at most the 5 newest.
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
  // several failures before one success are one story: the last of them stands for it
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

/** Null when nothing explains why it worked the second time. */
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

/** A single argument's value says it all; of several those that matter are named. */
function show(result: Result, names: string[]): string {
  const isOnly = Object.keys(result.arguments).length === 1;
  const parts = names.map((name) => {
    const value = result.arguments[name] ?? '–';
    return isOnly ? value : `${name} ${value}`;
  });
  return cut(oneLine(parts.join(', ')));
}

/** The line that names the error, else the first that says something; null when none does. */
function errorOf(content: string): string | null {
  const lines = content.split('\n').map(oneLine);
  const telling = lines.filter((line) => /\p{L}{2}/u.test(line) && !uninformative.test(line));
  const named = telling.find((line) => namesError.test(line));
  const line = named ?? telling[0];
  return line === undefined ? null : cut(line.replace(/^error:\s*/i, ''));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
const cut = (text: string): string =>
  text.length <= longestPart ? text : `${text.slice(0, longestPart - 1).toWellFormed()}…`;
