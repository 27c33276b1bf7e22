import type { OwnCategories } from '../store/category.ts';
import { longestContent } from '../fields/memory-fields.ts';
import { jsonObject } from '../fields/json-value.ts';
import { filingOf, usersPlaces } from '../extraction/rules/user-statements.ts';
import { normaliseNamespace, scopeOf } from '../namespaces.ts';
import { isOnlySecret, onlySecretReason } from '../redaction/only-secret.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { redact } from '../redaction/redact.ts';
import { idFrom } from '../sessions/id-from.ts';
import { contentHash } from '../text/content-hash.ts';
import { storableText } from '../text/storable-text.ts';
import { isStanding, type Candidate, type Category, type Metadata } from '../types.ts';
import type { Origin, Statement } from './found.ts';
import { splitStatement } from './split-statement.ts';

/** A statement as it is to be stored. `idAfter`: its id after its import was undone so many times. */
export type Prepared = {
  origin: Origin;
  form: Statement['form'];
  candidate: Candidate & { saidAt: Date | null };
  scope: string;
  contentHash: string;
  idAfter: (undone: number) => string;
};

export type PrepareSetting = {
  project: string | null;
  user: string;
  /** The host's own. */
  categories: OwnCategories;
  /** Whether the user says that the statements are their own words. */
  ownWords: boolean;
  /** Makes ids that say nothing of their texts to who does not have the store. */
  salt: string;
  now: Date;
};

const legible = /\p{L}[\s\S]*\p{L}|\p{N}/u;
const longestTag = 50;
const mostTags = 10;
/** Characters as JSON of what the other product says of a memory. */
const longestDetails = 4_000;

/** Turns a statement into memories: redacted, divided where it is too long, filed. A text is why it is refused. */
export async function prepare(
  statement: Statement,
  setting: PrepareSetting,
): Promise<{ parts: Prepared[]; isRedacted: boolean } | string> {
  const given = storableText(statement.text).trim();
  if (!legible.test(given)) return 'it has no text';
  // before it is divided, so that no part holds half a secret
  const content = await redact(given);
  if (isOnlySecret(content)) return onlySecretReason;
  const texts = splitStatement(content);
  if (texts === null) return `it has a sentence of more than ${longestContent} characters`;
  const [title, tags, metadata] = await Promise.all([
    statement.title === undefined ? null : redact(storableText(statement.title).slice(0, 200)),
    tagsOf(statement.tags),
    metadataOf(statement),
  ]);
  const saidAt = statement.saidAt !== null && statement.saidAt <= setting.now ? statement.saidAt : null;
  const parts = texts
    .filter((text) => legible.test(text))
    .map((text): Prepared => {
      const filed = filedAs(statement, text, setting);
      const [scope, hash] = [scopeOf(filed.namespace), contentHash(text)];
      const from = [setting.salt, 'import', setting.user, scope, statement.form, statement.id, hash];
      return {
        origin: { path: statement.path, place: statement.place },
        ...{ form: statement.form, scope, contentHash: hash },
        idAfter: (undone) => idFrom(...from, undone),
        candidate: {
          ...{ content: text, title, tags, metadata, ...filed, saidAt },
          memoryType: filed.category === 'rule' ? 'procedural' : 'semantic',
          source: 'import',
          // what a model wrote down elsewhere is not what the user said
          trust: setting.ownWords ? 'user' : 'agent',
          priority: setting.ownWords ? 'high' : 'medium',
          importance: filed.category === 'rule' ? 7 : isStanding(filed.category) ? 6 : 5,
          evidence: [],
        },
      };
    });
  return { parts, isRedacted: content !== given };
}

/** Files it with the user or in the project, and never with what all users read. */
function filedAs(
  { category: given, named, about }: Statement,
  content: string,
  { project, categories }: PrepareSetting,
): { category: Category; namespace: string } {
  const filing = filingOf(content);
  const category = named?.find((name) => Object.hasOwn(categories, name)) ?? given ?? filing.category;
  const isUsers = project === null || (about ?? placeOf(category, filing.place)) === 'user';
  if (isUsers)
    return { category, namespace: isStanding(category) ? usersPlaces[category] : 'devai/user/general' };
  const place = category === 'decision' ? 'decisions' : category === 'rule' ? 'rules' : '';
  return { category, namespace: normaliseNamespace(place, project) };
}

const placeOf = (category: Category, place: string): 'user' | 'project' =>
  category === 'preference' || category === 'profile' || place.startsWith('devai/user') ? 'user' : 'project';

const tagsOf = (tags: string[]): Promise<string[]> =>
  Promise.all(
    [...new Set(tags.map((tag) => storableText(tag).trim()))]
      .filter((tag) => tag !== '' && tag.length <= longestTag)
      .slice(0, mostTags)
      .map(redact),
  );

async function metadataOf({ form, id, owner, path, place, details }: Statement): Promise<Metadata> {
  const told = jsonObject.safeParse(details).data ?? {};
  const imported = {
    ...(JSON.stringify(told).length <= longestDetails ? told : {}),
    ...{ from: form, path, place, ...(id !== null && { id }), ...(owner !== null && { user: owner }) },
  };
  return redactMetadata(storable({ imported }));
}

const storable = (metadata: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [storableText(key), storableValue(value)]),
  );

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  const { data } = jsonObject.safeParse(value);
  return data ? storable(data) : value;
}
