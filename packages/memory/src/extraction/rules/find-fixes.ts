import { z } from 'zod';
import type { Message } from '../../types.ts';
import { wordsOf } from '../../text/words.ts';
import { callsOf, isFromMemory } from '../speaker.ts';
import type { Language } from './language.ts';

/** Results after a failure among which its success is looked for. */
const reach = 12;
/** Fixes taken from one extraction: a session of trial and error must not fill the memory. */
const mostFixes = 5;
/** Share of the words of two calls' arguments from which the second is a second try of the first. */
const related = 0.5;
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
const argumentObject = z.record(z.string(), z.unknown());

type Result = { message: Message; tool: string; arguments: Record<string, string>; ok: boolean };
export type Fix = { content: string; messages: number[]; tool: string };

/**
 * A tool's error that the same tool's success came after: what failed, how, and what worked. The same call again counts only
 * when something was changed in between. Oldest first, at most the 5 newest.
 */
export function findFixes(messages: Message[], language: Language): Fix[] {
  const results = resultsOf(messages);
  const fixes = results.flatMap((failed, index) => {
    const error = failed.ok ? null : errorOf(failed.message.content);
    const next = results.slice(index + 1, index + 1 + reach);
    const position = next.findIndex(
      (result) => result.ok && error !== null && isSecondTry(failed, error, result),
    );
    const worked = next[position];
    if (error === null || !worked) return [];
    const content = describe(failed, error, worked, next.slice(0, position), language);
    const numbers = [failed.message.number, worked.message.number];
    return content === null ? [] : [{ content, tool: failed.tool, messages: numbers }];
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
    return [{ message, tool: call.name, arguments: argumentsOf(call.arguments), ok: metadata.ok }];
  });
}

/** The same tool with much the same arguments, the same command with other options, or with another word for what the error names. */
function isSecondTry(failed: Result, error: string, later: Result): boolean {
  if (later.tool !== failed.tool) return false;
  const [one, other] = [failed, later].map((result) => Object.values(result.arguments).join('\n'));
  if (one === undefined || other === undefined) return false;
  return areMuchAlike(one, other) || isSameCommand(one, other) || isOtherWordFor(error, one, other);
}

function areMuchAlike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), new Set(wordsOf(other))];
  const shared = a.filter((word) => b.has(word)).length;
  return shared >= related * (a.length + b.size - shared);
}

const partsOf = (command: string): string[] => command.trim().split(/\s+/u);
/** A program or one of its commands: no option, path or assignment. */
const isBareWord = (part: string): boolean => /^[a-z][a-z-]*$/.test(part);

/** "npm install", "npm install --force": what is not an option or a value is the same, and the values are not all others. */
function isSameCommand(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  const bare = a.filter(isBareWord);
  if (bare.length === 0 || bare.join(' ') !== b.filter(isBareWord).join(' ')) return false;
  const [valuesA, valuesB] = [a, b].map((parts) =>
    wordsOf(parts.filter((part) => !isBareWord(part)).join('\n')),
  );
  if (!valuesA || !valuesB || valuesA.length === 0 || valuesB.length === 0) return true;
  const shared = valuesA.filter((word) => valuesB.includes(word)).length;
  return shared >= related * Math.min(valuesA.length, valuesB.length);
}

/** "make build" failed for there is no "build"; "make all" worked: one word is another, and the error names it. */
function isOtherWordFor(error: string, one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.length !== b.length || a.length < 2) return false;
  const changed = a.filter((part, index) => part !== b[index]);
  const [only = ''] = changed;
  return changed.length === 1 && a[0] === b[0] && wordsOf(error).includes(wordsOf(only)[0] ?? only);
}

/** Null when nothing explains why it worked the second time. */
function describe(
  failed: Result,
  error: string,
  worked: Result,
  between: Result[],
  language: Language,
): string | null {
  const names = Object.keys({ ...failed.arguments, ...worked.arguments });
  const changed = names.filter((name) => failed.arguments[name] !== worked.arguments[name]);
  if (changed.length > 0) {
    return changedCall[language](failed.tool, show(failed, changed), error, show(worked, changed));
  }
  const change = between.findLast(
    (result) => result.ok && !onlyLooks.test(result.tool) && result.tool !== failed.tool,
  );
  if (!change) return null;
  const changeText = `${change.tool} ${show(change, Object.keys(change.arguments))}`;
  return sameCall[language](`${failed.tool} ${show(failed, names)}`, error, changeText);
}

const changedCall: Record<Language, (tool: string, before: string, error: string, after: string) => string> =
  {
    en: (tool, before, error, after) => `${tool} with ${before} failed: "${error}". It worked with ${after}`,
    de: (tool, before, error, after) => `${tool} mit ${before} schlug fehl: „${error}“. Es ging mit ${after}`,
    th: (tool, before, error, after) => `${tool} ด้วย ${before} ล้มเหลว: "${error}" แต่สำเร็จด้วย ${after}`,
  };
const sameCall: Record<Language, (call: string, error: string, change: string) => string> = {
  en: (call, error, change) => `${call} failed: "${error}". It worked after ${change}`,
  de: (call, error, change) => `${call} schlug fehl: „${error}“. Es ging nach ${change}`,
  th: (call, error, change) => `${call} ล้มเหลว: "${error}" แต่สำเร็จหลังจาก ${change}`,
};

/** A single argument's value says it all; of several those that matter are named. */
function show(result: Result, names: string[]): string {
  const isOnly = Object.keys(result.arguments).length === 1;
  const parts = names.map((name) => {
    const value = result.arguments[name] ?? '–';
    return isOnly ? value : `${name} ${value}`;
  });
  return cut(oneLine(parts.join(', ')));
}

/** Going to a folder first says nothing about what was tried there. */
const changeOfFolder = /^\s*cd\s+\S+\s*(?:&&|;)\s*/;

function argumentsOf(text: string): Record<string, string> {
  const parsed = argumentObject.safeParse(parseJson(text)).data ?? { arguments: text };
  return Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => [
      name,
      (typeof value === 'string' ? value : JSON.stringify(value)).replace(changeOfFolder, ''),
    ]),
  );
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
