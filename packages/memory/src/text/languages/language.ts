/**
 * What the rules know of one language. Patterns see one sentence without its opening words, and ignore case. Preferences are
 * filed with the user, decisions with the project, and what else is said in the first person singular with the user.
 */
export type Language = {
  code: 'en' | 'de' | 'th';
  /** Talk before a statement ("ok,", "by the way") and after it ("please", "thanks"). */
  opening: RegExp;
  closing: RegExp;
  /** A question that needs no question mark. */
  question?: RegExp;
  /** Only supposed or asked: "if …", "maybe …", "should we …". */
  supposed: RegExp;
  /** True for minutes: "right now", "again", "still". */
  passing: RegExp;
  /** Understood only by those who took part: "it", "that", "the second one". */
  pointing: RegExp;
  /** Begins by speaking of the speaker. */
  firstPerson: RegExp;
  /** A word for the speaker, anywhere. */
  speaker: RegExp;
  /** Quotes the user. */
  userSaid: (statement: string) => string;

  /** Asks for something to be remembered; the statement follows. */
  remember: RegExp[];
  /** A question that asks for it politely: "can you remember that …?" */
  politely: RegExp;
  /** "… remember that": the statement is before it, in this sentence or the one before. */
  rememberThat: RegExp;
  /** Turns to something else, or thanks: what a colon announced ends there. */
  nextRequest: RegExp;

  /** What people write in front of a plan, a task by its status, or a decision: "task: …". Alternatives of a pattern. */
  labels: Record<'plan' | 'todo' | 'doing' | 'done' | 'blocked' | 'decision', string>;
  /** Says that something is done; what is, in the group `task`. */
  finished: RegExp[];
  preferences: RegExp[];
  decisions: RegExp[];
  /** Why something was decided, in the group `reason`. */
  reason: RegExp;
  /** "No, …", "that's outdated: …": the correction follows. */
  correcting: RegExp;
  /** A correction by itself: "X, not Y", "X instead of Y". */
  contrast: RegExp;
  /** Says that something is so. */
  asserting: RegExp;

  /** What `Intl` does not know of dates. */
  dates: {
    /** From zero; several forms of one number with a space between them. */
    numbers: string[];
    /** Words for a day, with its distance from today. */
    days: Record<string, number>;
    /** The next and the last of a weekday; several forms with a bar between them. */
    next: (weekday: string) => string;
    last: (weekday: string) => string;
    /** A word after which these are no dates: "guten Morgen" is "good morning". */
    notAfter?: string;
  };
  /** How a failed tool call came to work. */
  fix: {
    byOtherArguments: (tool: string, before: string, error: string, after: string) => string;
    byChange: (call: string, error: string, change: string) => string;
  };
};

/** Patterns that must fit at the beginning. */
export const atStart = (sources: string[]): RegExp[] =>
  sources.map((source) => new RegExp(`^(?:${source})`, 'iu'));
