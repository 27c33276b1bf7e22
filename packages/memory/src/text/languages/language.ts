/**
 * What the rules know of one language. Patterns are matched against one sentence without its opening words, ignoring
 * case. Profiles and preferences are filed under the user, rules and decisions under the project, and other statements
 * in the first person singular under the user.
 */
export type Language = {
  code: 'en' | 'de' | 'th';
  /** Small talk before a statement ("ok,", "by the way") and after it ("please", "thanks"). */
  opening: RegExp;
  closing: RegExp;
  /** A question that has no question mark. */
  question: RegExp;
  /** Orders the agent to do something now: "show me …", "can you delete …". */
  requests: RegExp[];
  /** What an order or a clause has that is to last: "always", "each". */
  lasting: RegExp;
  /** Begins a clause that depends on another one: "that …", "what …", "if …". */
  depending: RegExp;
  /** Tells what was, unless what stands before a date says what it is for: "the talk was moved to 6 March". */
  past: RegExp;
  /** Only supposed or asked: "if …", "maybe …", "should we …". */
  supposed: RegExp;
  /** Reports, anywhere in the sentence, what somebody else says: "my colleague thinks …". */
  reported: RegExp;
  /** Only true for minutes: "right now", "again", "still". */
  passing: RegExp;
  /** Only understood by those who took part: "it", "that", "the second one". */
  pointing: RegExp;
  /** Begins with a word for the speaker. */
  firstPerson: RegExp;
  /** A word for the speaker, anywhere. */
  speaker: RegExp;
  /** A word for whoever asks, or for them and their people ("our rent"), or one that asks to be reminded ("what was it again"). */
  asker: RegExp;
  /** Asks for all of something, or for their number: "which books", "how many", "who else". Anywhere. */
  several: RegExp;
  /** Begins with a word for the user, as an agent calls them: "The user …". */
  user: RegExp;
  /** The speaker as somebody to whom something happens ("me"), unlike in "my branch". */
  speakerInvolved: RegExp;
  /** Seems to point to somebody and does not: "you may call me …", "my pronouns are they/them". */
  seeminglyPointing: RegExp;
  /** Quotes the user. */
  userSaid: (statement: string) => string;

  /** Asks to remember something; the statement follows. */
  remember: RegExp[];
  /** The same, in words that also advise, take leave or order work ("remember to …", "save this: …"): only at the beginning of a line. */
  advising: RegExp[];
  /** Asks in the form of a question: "can you remember that …?" */
  politely: RegExp;
  /** "… remember that": the statement is before it, in this sentence or the one before. */
  rememberThat: RegExp;
  /** What is saved to a disk or written into a document: "save" is then an order to work. Anywhere. */
  onDisk: RegExp;
  /** Makes a request sound like a question: ", ok?", ", would you?". At the end. */
  tag: RegExp;
  /** Changes the subject, or thanks: the statement after a colon ends there. */
  nextRequest: RegExp;

  /** What people write before a plan, a task (by its status) or a decision: "task: …". Alternatives of a pattern. */
  labels: Record<'plan' | 'todo' | 'doing' | 'done' | 'blocked' | 'decision', string>;
  /** Says that a task is done; the task is in the group `task`. */
  finished: RegExp[];
  /** Who the speaker is, for years rather than for today: name, home, work, family, health, diet, languages. */
  profile: RegExp[];
  /** Likes and habits of the speaker. */
  preferences: RegExp[];
  /** How to answer. */
  answers: RegExp[];
  /** What always or never to do. */
  rules: RegExp[];
  /** "From now on, …": what follows is to last. */
  fromNowOn: RegExp;
  /** What the user wants, where it is clear that it is to last because they ask to remember it. */
  wishes: RegExp[];
  /** An order, where it is clear that it is to last. */
  orders: RegExp[];
  /** The words that make a sentence without a verb an order: "commits in small steps, please". */
  please: RegExp;
  /** A day of the year or an hour: what is said of it passes, unless it is a birthday. */
  day: RegExp;
  /** One such day, unlike "on Fridays". */
  weekday: RegExp;
  birthday: RegExp;
  decisions: RegExp[];
  /** The reason of a decision, in the group `reason`. */
  reason: RegExp;
  /** "No, …", "that's outdated: …": the correction follows. */
  correcting: RegExp;
  /** A correction by itself: "X, not Y", "X instead of Y". */
  contrast: RegExp;
  /** Asserts that something is so. */
  asserting: RegExp;

  /** What `Intl` does not know about dates. */
  dates: {
    /** From zero; several forms of one number are separated by a space. */
    numbers: string[];
    /** Words for a day, with its distance in days from today. */
    days: Record<string, number>;
    /** The next and the last of a weekday; several forms are separated by a bar. */
    next: (weekday: string) => string;
    last: (weekday: string) => string;
    /** A word after which these are not dates: "guten Morgen" is "good morning". */
    notAfter?: string;
  };
  /** What tells a fact, without the forms that leave no doubt. */
  facts: FactWords;
  /** How people ask to have something forgotten, and how they answer when they are asked back. */
  forgetting: ForgettingWords;
  /** Says how a failed tool call was made to work. */
  fix: {
    byOtherArguments: (tool: string, before: string, error: string, after: string) => string;
    byChange: (call: string, error: string, change: string) => string;
  };
};

/** What makes a clause a fact that is worth noting, and what makes it mere talk. */
export type FactWords = {
  /** Begins what is told about the speaker, their people, animals and things. */
  person: RegExp[];
  /** Begins what is told about the project: "we use …", "the staging database is called …". */
  project: RegExp[];
  /** Moods, wishes, orders and the work at hand. Anywhere. */
  talk: RegExp[];
  /** A name, as far as its form tells. */
  named: RegExp;
  /** Family, work, health, home: what makes a clause specific. */
  topic: RegExp;
  /** A date that makes a clause specific. */
  date: RegExp;
};

/**
 * Requests to forget. Verbs match at the beginning, after what `asking` removes; a language with its verbs at the end has them in `atEnd`,
 * which matches only after something was removed.
 */
export type ForgettingWords = {
  /** What polite people say before the verb. */
  asking: RegExp;
  /** Verbs that have only something known as their object. */
  forget: RegExp;
  /** Verbs that also empty files and tables. */
  erase: RegExp;
  atEnd?: { forget: RegExp; erase: RegExp };
  /** Asks not to keep what was said, or, where a statement follows, not to keep that. */
  notKeep: RegExp;
  /** What follows `forget` where it means "never mind", or where somebody forgot to do something. */
  idiom: RegExp;
  /** Names what an agent knows: "you know", "from your memory". Anywhere. */
  known: RegExp;
  /** What belongs to naming it, and not to the subject. Removed wherever it stands. */
  framing: RegExp;
  /** The object begins as something that was told or noted: "that I …", "everything about …", "my …". */
  told: RegExp;
  /** The same, where it leaves little doubt after `forget`. */
  surely: RegExp;
  /** What was said last. The whole object. */
  last: RegExp;
  /** The speaker, as a subject. */
  self: RegExp;
  /** Between the object's frame and its subject: "about". At the beginning. */
  about: RegExp;
  /** After the object: "please", "from now on". */
  after: RegExp;
  /** Answers to "shall I?". The whole message. */
  yes: RegExp;
  no: RegExp;
  /** Asks to undo it. The whole message. */
  takeBack: RegExp;
  anywhere: AnywhereWords;
};

/** Wishes to have something erased that are said in any other way, clause by clause. */
type AnywhereWords = {
  /** The verb, at the beginning of a clause, after what `asking` removes: the object follows it. */
  first: RegExp;
  /** The verb, at the end of a clause: the object is before it. */
  last: RegExp;
  /** Says that something shall not be known. The message; what is matched does not belong to the object. */
  unwanted: RegExp;
  /** A clause that asks for nothing: "never forget …", "how do I delete …", "I want to forget …", "forget … for a second". */
  never: RegExp;
  /** Asks whether or how things can be forgotten. The whole message. */
  ability: RegExp;
  /** Names a memory. Anywhere in the message. */
  memory: RegExp;
  /** Names a part of a text, program or file, or work on one. A message with it, and without a memory, is about that. */
  artefact: RegExp;
  /** Before a further clause without a comma. All of them. */
  joining: RegExp;
  /** A whole word that names nothing: pronouns, "the thing", "that note", and what belongs to asking. */
  bare: RegExp;
};

/** Patterns that must match at the beginning. */
export const atStart = (sources: string[]): RegExp[] =>
  sources.map((source) => new RegExp(`^(?:${source})`, 'iu'));

/** How a language asks to remember something. */
export type Requests = Pick<
  Language,
  'remember' | 'advising' | 'politely' | 'rememberThat' | 'onDisk' | 'tag' | 'nextRequest'
>;

/** A colon or a dash before a statement that extends to the end of the line. */
export const colon = String.raw`(?:\s*[:：]\s*|\s+[–—-]+\s+)`;
/** Data directly after a request: "remember {…}". */
export const literal = String.raw`\s+(?=[[{])`;
/** The end of a sentence that announces what is below. */
export const lineEnd = String.raw`(?:\s*[:：–—-]?[\s.!?]*$)`;
