import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import * as fields from '../fields/fields.ts';
import { idFrom } from '../sessions/id-from.ts';
import type { Store } from '../store/store.ts';
import type { ImportedState } from '../store/imports.ts';
import { countTokens } from '../text/tokens.ts';
import { shortLine } from '../text/short-line.ts';
import { importForms, type Conversation, type FilePart, type Origin, type Statement } from './found.ts';
import { prepare, type Prepared, type PrepareSetting } from './prepare.ts';
import { readFiles } from './read-files.ts';
import type { ImportPlan } from './report.ts';

export const importInput = z.strictObject({
  /** Where what is not about the user is filed; null: with the user. */
  project: fields.project,
  /** What a file of text is. By default its name tells. */
  form: z.enum(importForms).optional(),
  /** The files are those of a folder: those without memories are left out. */
  isFolder: fields.flag,
  /** Also conversations: each becomes a session, and is extracted. */
  conversations: fields.flag,
  /** Whether the statements are the user's own words. By default a model's, of the other product. */
  ownWords: fields.flag,
  /** What the import is called in lists. By default the first file. */
  name: fields.label.optional(),
  /** Of a plan: what is imported with it is undone with it. */
  id: fields.id.optional(),
});
/** How files are imported, and for which project. */
export type ImportInput = z.input<typeof importInput>;

/** Statements, and characters of them, of one import: they are held at once. */
const mostStatements = 100_000;
const mostCharacters = 64_000_000;
/** Characters whose tokens are counted; those of more are estimated. */
const counted = 2_000_000;
const mostShown = 20;
/** Statements that are looked up at once. */
const page = 500;

export type Gathered = { plan: ImportPlan; fresh: (Prepared & { id: string })[] };

type Setting = PrepareSetting & {
  store: Pick<Store, 'findImported'>;
  /** Of another product's users, whose statements are meant; absent: all. */
  isMeant?: (owner: string | null) => boolean;
  /** Returns whether the conversation is new, and why it is refused. */
  onConversation: (conversation: Conversation) => Promise<'new' | 'known' | { refused: string }>;
  signal?: AbortSignal | undefined;
};

/** Reads files, and finds what of them the store does not have. Throws `invalid_input` for files that cannot be imported. */
export async function gather(
  files: AsyncIterable<FilePart> | Iterable<FilePart>,
  input: ImportInput,
  setting: Setting,
): Promise<Gathered> {
  const plan = emptyPlan(input.conversations ?? false);
  const fresh: Gathered['fresh'] = [];
  const ids: string[] = [];
  const seen = new Set<string>();
  let [characters, read, tokensRead] = [0, 0, 0];
  let waiting: Prepared[] = [];

  for await (const found of readFiles(files, input)) {
    setting.signal?.throwIfAborted();
    if (found.kind === 'statement') {
      if (setting.isMeant?.(found.owner) ?? true) await take(found);
    } else if (found.kind === 'conversation') {
      if (setting.isMeant?.(null) ?? true) await takeConversation(found);
    } else noteProblem(found.kind === 'refused' ? plan.refused : plan.leftOut, found, found.reason);
  }
  await lookUp();
  plan.id = input.id ?? idFrom(setting.salt, 'import', setting.user, setting.project, ids.toSorted());
  return { plan, fresh };

  async function take(statement: Statement): Promise<void> {
    add(plan.byForm, statement.form);
    if (statement.owner !== null) add(plan.byOwner, statement.owner);
    const prepared = await prepare(statement, setting);
    if (typeof prepared === 'string') return noteProblem(plan.refused, statement, prepared);
    plan.statements.redacted += Number(prepared.isRedacted);
    plan.statements.divided += Number(prepared.parts.length > 1);
    for (const part of prepared.parts) {
      const key = `${part.scope} ${part.contentHash}`;
      characters += part.candidate.content.length;
      if (seen.has(key)) plan.statements.known += 1;
      else waiting.push(part);
      seen.add(key);
    }
    if (seen.size > mostStatements || characters > mostCharacters) {
      const most = `${mostStatements} statements or ${mostCharacters / 1e6} million characters`;
      throw new MemoryError('invalid_input', `it has more than ${most}: import it in parts`);
    }
    if (waiting.length >= page) await lookUp();
  }

  /** Of a statement whose import was undone, the next id is looked up. */
  async function lookUp(): Promise<void> {
    let open = waiting.map((one) => ({ one, undone: 0 }));
    waiting = [];
    ids.push(...open.map(({ one }) => one.idAfter(0)));
    while (open.length > 0) {
      const asked = open.map(({ one, undone }) => ({
        ...{ id: one.idAfter(undone), namespace: one.candidate.namespace, contentHash: one.contentHash },
      }));
      const states = await setting.store.findImported(asked);
      open = open.flatMap((each, index) => {
        const state: ImportedState = states[index] ?? 'new';
        if (state === 'undone') return [{ ...each, undone: each.undone + 1 }];
        plan.statements[state] += 1;
        if (state === 'new') takeNew(each.one, asked[index]?.id ?? each.one.idAfter(each.undone));
        return [];
      });
    }
  }

  function takeNew(one: Prepared, id: string): void {
    fresh.push({ ...one, id });
    const { category, namespace, content } = one.candidate;
    add(plan.byCategory, category);
    add(plan.byScope, one.scope);
    if (plan.first.length < mostShown)
      plan.first.push({ ...one.origin, content: shortLine(content, 200), category, namespace });
  }

  async function takeConversation(conversation: Conversation): Promise<void> {
    add(plan.byForm, `${conversation.form} conversations`);
    const state = await setting.onConversation(conversation);
    if (typeof state === 'object') return noteProblem(plan.refused, conversation, state.refused);
    plan.conversations[state] += 1;
    if (state === 'known') return;
    ids.push(conversation.id);
    plan.conversations.messages += conversation.messages.length;
    for (const { content } of conversation.messages) {
      const text = typeof content === 'string' ? content : '';
      if (read < counted) {
        read += text.length;
        tokensRead += countTokens(text);
        plan.conversations.tokens += countTokens(text);
      } else plan.conversations.tokens += Math.round((text.length * tokensRead) / read);
    }
  }
}

const add = (to: Record<string, number>, name: string): void => {
  to[name] = (Object.hasOwn(to, name) ? (to[name] ?? 0) : 0) + 1;
};

function noteProblem(list: ImportPlan['refused'], { path, place }: Origin, reason: string): void {
  list.count += 1;
  add(list.byReason, reason);
  if (list.first.length < mostShown) list.first.push({ path, place, reason });
}

const emptyPlan = (included: boolean): ImportPlan => ({
  id: '',
  statements: { new: 0, known: 0, stored: 0, changed: 0, forgotten: 0, redacted: 0, divided: 0 },
  ...{ byForm: {}, byCategory: {}, byScope: {}, byOwner: Object.create(null), first: [] },
  refused: { count: 0, byReason: {}, first: [] },
  leftOut: { count: 0, byReason: {}, first: [] },
  conversations: { new: 0, known: 0, messages: 0, tokens: 0, included },
});
