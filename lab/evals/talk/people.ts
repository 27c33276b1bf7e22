import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { languages, type splits } from '../recall/eval-data.ts';

const text = z.string().min(1);
const place = z.int().min(0);
const asked = z.strictObject({ ask: text, told: place });
const answer = z.array(text).min(1).max(3);
const entry = z.strictObject({ told: place, answer });

const person = z
  .strictObject({
    language: z.enum(languages),
    /** Who it is, in one line. All of them are invented. */
    person: text,
    sessions: z.array(
      z.strictObject({
        start: z.iso.datetime(),
        turns: z.array(z.strictObject({ user: text, agent: text })),
      }),
    ),
    /** Facts that the user mentions in passing, with their session and turn. */
    told: z.array(z.strictObject({ session: place, turn: place, fact: text })),
    /** Oblique questions, which avoid the words of the telling. A text answers one if it contains all of its strings. */
    questions: z.array(asked.extend({ answer })),
    /**
     * Questions as people ask them when they need the fact again. Each has the strings of the oblique question about
     * the same fact.
     */
    plain: z.array(asked),
    /** Tempting questions about something never mentioned. */
    unanswerable: z.array(text),
    /** Questions about other subjects. */
    foreign: z.array(text),
    /** Questions for all things of one kind, or their number, told one or two at a time. */
    lists: z.array(z.strictObject({ ask: text, entries: z.array(entry).min(2) })).default([]),
    /** Questions about what was told once, and told to be otherwise in a later session. */
    changed: z.array(z.strictObject({ ask: text, older: entry, newer: entry })).default([]),
  })
  .superRefine(({ sessions, told, questions, plain, lists, changed }, context) => {
    const report = (message: string): void => context.addIssue({ code: 'custom', message });
    const userText = (one: (typeof told)[number] | undefined): string | undefined =>
      one && sessions[one.session]?.turns[one.turn]?.user;
    for (const one of told)
      if (userText(one) === undefined) report(`no turn in which this is told: ${one.fact}`);
    const answers = [
      ...questions,
      ...lists.flatMap(({ ask, entries }) => entries.map((one) => ({ ask, ...one }))),
      ...changed.flatMap(({ ask, older, newer }) => [older, newer].map((one) => ({ ask, ...one }))),
    ];
    for (const { ask, told: index, answer: strings } of answers) {
      const said = userText(told[index]) ?? '';
      if (!holdsAll(said, strings)) report(`its answer is not in what was told: ${ask}`);
    }
    for (const { ask, older, newer } of changed)
      if ((told[older.told]?.session ?? 0) >= (told[newer.told]?.session ?? 0))
        report(`nothing changed in a later session: ${ask}`);
    const answered = new Set(questions.map((one) => one.told));
    for (const { ask, told: index } of plain)
      if (!answered.has(index)) report(`nobody knows its answer: ${ask}`);
  });

/** `name` is that of the file. People with an even number are for tuning, the others are held out. */
export type Person = z.output<typeof person> & { name: string; split: (typeof splits)[number] };

/** Reads all people in the folder, by name. Throws with the file that has another form. */
export function loadPeople(folder = import.meta.dirname): Person[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.toSorted().map((file) => {
    const parsed = person.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    const name = file.slice(0, -'.json'.length);
    const isEven = Number(name.match(/\d+$/u)?.[0]) % 2 === 0;
    return { ...parsed.data, name, split: isEven ? 'tuning' : 'held_out' };
  });
}

/** Whether the text contains all strings, ignoring case and the amount of white space. */
export const holdsAll = (content: string, strings: string[]): boolean =>
  strings.every((one) => plainly(content).includes(plainly(one)));

const plainly = (content: string): string => content.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ');
