import { firstFit, languages } from '../../text/languages/languages.ts';
import { messageLines } from '../../text/message-lines.ts';
import { isNoStatement, isQuestion, tidy } from '../../text/said-sentences.ts';
import type { UserStatement } from './user-statements.ts';

type Kind = Pick<UserStatement, 'category' | 'place' | 'metadata'>;
type Labelled = { kind: Kind; said: string; items: string[] };

const labels = languages.flatMap((language) =>
  Object.entries(language.labels).map(([name, words]) => ({
    pattern: new RegExp(`^(?:${words})\\s*[:：]\\s*(?<said>.*)$`, 'iu'),
    kind: kindOf(name),
  })),
);

function kindOf(name: string): Kind {
  if (name === 'plan') return { category: name, place: 'plans' };
  if (name === 'decision') return { category: name, place: 'decisions' };
  return { category: 'task', place: 'tasks', metadata: { status: name } };
}

/** The checkbox of a list item: "[x] …" is done. */
const box = /^\[[ xX]\]\s+/u;
const checked = /^\[[xX]\]/u;

/**
 * Finds plans, tasks by status, and decisions that a user's text labels as such, in the user's words: "Task: …",
 * "Blocked: …", "… is done", and the items of a list below "Tasks:". The items below "Plan:" are its milestones.
 * `rest` has the other lines.
 */
export function findLabelledStatements(text: string): { labelled: UserStatement[]; rest: string } {
  const found: Labelled[] = [];
  const rest: string[] = [];
  let open: Labelled | null = null;
  for (const { sentences, isItem } of messageLines(text)) {
    const line = sentences.join(' ');
    if (line === '') continue;
    if (open && isItem) {
      open.items.push(line);
      continue;
    }
    open = labelledIn(line);
    if (open === null) rest.push(line);
    found.push(...(open ? [open] : sentences.flatMap(finishedIn)));
  }
  const labelled = found.flatMap(statementsOf);
  return {
    labelled: labelled.filter(({ content }) => content !== '' && !isNoStatement(content)),
    rest: rest.join('\n'),
  };
}

function labelledIn(line: string): Labelled | null {
  for (const { pattern, kind } of labels) {
    const said = pattern.exec(line)?.groups?.['said'];
    if (said !== undefined) return { kind, said, items: [] };
  }
  return null;
}

function finishedIn(sentence: string): Labelled[] {
  if (isQuestion(sentence)) return [];
  const said = firstFit(tidy(sentence), ({ finished }) => finished)?.groups?.['task'];
  return said === undefined ? [] : [{ kind: kindOf('done'), said, items: [] }];
}

function statementsOf({ kind, said, items }: Labelled): UserStatement[] {
  if (isQuestion(said)) return [];
  const listed = items
    .filter((item) => !isQuestion(item))
    .map((item) => ({ title: tidy(item.replace(box, '')), isDone: checked.test(item) }));
  if (kind.category === 'plan') {
    const milestones = listed.map(({ title, isDone }) => ({
      title,
      status: isDone ? 'done' : 'todo',
      due: null,
    }));
    const content = tidy(said) || listed.map(({ title }) => title).join('; ');
    return [{ ...kind, content, ...(milestones.length > 0 && { metadata: { milestones } }) }];
  }
  return [
    { ...kind, content: tidy(said) },
    ...listed.map(({ title, isDone }) => ({
      ...(isDone && kind.category === 'task' ? kindOf('done') : kind),
      content: title,
    })),
  ];
}
