import { wordsOf } from '../text/words.ts';
import { tokensOf } from './statement-tokens.ts';

/** Of these a person or a project has one at a time, whatever the sentence: who names another one has changed. */
const oneAtATime = [
  'tabs | spaces | tabulatoren | leerzeichen | แท็บ | เว้นวรรค',
  'npm | pnpm | yarn | bun',
  'pip | poetry | uv | pipenv | conda',
  'maven | gradle | bazel',
  'jest | vitest | mocha | jasmine | ava',
  'webpack | vite | rollup | parcel | turbopack | rspack | esbuild',
  'prettier | oxfmt | dprint | biome',
  'eslint | oxlint | biome | tslint',
  'prisma | drizzle | typeorm | sequelize | kysely | mikro-orm',
  'react | vue | svelte | angular | solid',
  'express | fastify | koa | hono | nestjs',
  'jenkins | github actions | gitlab ci | circleci | buildkite | travis',
  'light | dark | hell | dunkel | helle | dunkle | hellen | dunklen | heller | dunkler | สว่าง | มืด',
  'metric | imperial | metrisch',
  'celsius | fahrenheit',
  'du | sie | duzen | siezen',
  '12-hour | 24-hour',
  'camelcase | snake_case | kebab-case | pascalcase',
  'single quotes | double quotes | einfache anführungszeichen | doppelte anführungszeichen',
  'jira | linear | trello | asana',
  'slack | teams | discord | mattermost',
];
/** Of these there may be several side by side; but only one that is preferred, or taken always. */
const onePreferred = [
  'english | german | thai | french | spanish | italian | japanese | chinese | korean | dutch | portuguese',
  'englisch | deutsch | thailändisch | französisch | spanisch | italienisch | japanisch | chinesisch',
  'อังกฤษ | เยอรมัน | ไทย | ญี่ปุ่น | จีน | ฝรั่งเศส | ภาษาอังกฤษ | ภาษาเยอรมัน | ภาษาไทย | ภาษาญี่ปุ่น | ภาษาจีน',
  'typescript | javascript | python | go | rust | java | kotlin | ruby | php | c# | swift | elixir',
  'vim | neovim | emacs | nano | zed | cursor | vs code | vscode | sublime | intellij | webstorm | helix',
  'bash | zsh | fish | powershell | nushell',
  'postgres | mysql | mariadb | sqlite | mongodb | oracle | dynamodb',
  'supabase | firebase | appwrite | pocketbase',
  'rest | graphql | grpc',
  'chrome | firefox | safari | edge | brave',
  'linux | windows | macos',
  'aws | azure | gcp | hetzner | vercel | netlify | fly.io',
  'merge | rebase | squash',
  'short | long | brief | detailed | concise | kurz | lang | kurze | lange | ausführlich | ausführliche | knapp | knappe | สั้น | ยาว | ละเอียด',
  'formal | informal | casual | förmlich | locker',
];

const normal = (phrase: string): string =>
  tokensOf(phrase)
    .map(({ text }) => text)
    .join(' ');
const groupsOf = (lists: string[]): ReadonlySet<string>[] =>
  lists.map((list) => new Set(list.split(' | ').map(normal)));
const always = groupsOf(oneAtATime);
const whenPreferred = groupsOf([...oneAtATime, ...onePreferred]);

/**
 * Whether two values (the texts of their tokens) exclude each other. `isChoice`: the statements say what is preferred or
 * done always. Symmetric.
 */
export function areRivals(one: string, other: string, isChoice: boolean): boolean {
  return (
    one !== other && (isChoice ? whenPreferred : always).some((group) => group.has(one) && group.has(other))
  );
}

/**
 * Whether one value (the text of its tokens) is one of a known kind and the other none of that kind: "Fastify", "zod". Two unknown ones
 * may be of one kind. Symmetric.
 */
export function areOfOtherKinds(one: string, other: string): boolean {
  const [ofOne, ofOther] = [one, other].map((value) => always.filter((group) => group.has(value)));
  if (ofOne?.length === 0 && ofOther?.length === 0) return false;
  return one !== other && !areRivals(one, other, false);
}

/** Of a group its members as they are written, by the texts of their tokens. */
const written: ReadonlyMap<string, string>[] = [...oneAtATime, ...onePreferred].map(
  (list) => new Map(list.split(' | ').map((phrase) => [normal(phrase), phrase])),
);
/** Tokens of the longest phrase. */
const longestPhrase = 3;

/**
 * The words by which a memory is found that holds a rival of a value in a statement ("tabs" where it says "spaces"), though the two
 * share no other word. Empty when it has none.
 */
export function rivalWords(statement: string): string[] {
  const texts = tokensOf(statement).map(({ text }) => text);
  const phrases = new Set(
    texts.flatMap((_, start) =>
      Array.from({ length: longestPhrase }, (__, more) => texts.slice(start, start + more + 1).join(' ')),
    ),
  );
  const rivals = written
    .filter((group) => [...group.keys()].some((value) => phrases.has(value)))
    .flatMap((group) => [...group].filter(([value]) => !phrases.has(value)).flat());
  return [...new Set(rivals.flatMap(wordsOf))];
}
