import type { Timeline } from './timeline.ts';

/** Bytes, after a garbage collection. */
export type MemorySample = { tokens: number; rss: number; heapUsed: number };

export type CompactionRun = {
  tokens: number;
  messages: number;
  turns: number;
  /** Messages of the `error` frames that clients got. */
  errors: string[];
  compactions: {
    from: number;
    to: number;
    tokensBefore: number;
    tokensAfter: number;
    summaryTokens: number;
    replaced: number;
  }[];
  samples: MemorySample[];
};

export type Figures = ReturnType<typeof summariseRun>;

/** The figures of a run, from what host and models noted. Times in milliseconds, memory in MiB. */
export function summariseRun(run: CompactionRun, { chats, compactions, small, problems }: Timeline) {
  return {
    tokens: run.tokens,
    messages: run.messages,
    turns: run.turns,
    chatRequests: chats.length,
    largestRequest: Math.max(...chats.map((chat) => chat.tokens)),
    mostMessages: Math.max(...chats.map((chat) => chat.messages)),
    compactions: run.compactions.map(({ from, to, ...compaction }) => {
      const calls = compactions.filter((call) => call.from >= from && call.to <= to);
      const inModel = calls.reduce((sum, call) => sum + call.to - call.from, 0);
      return { ...compaction, modelCalls: calls.length, outside: to - from - inModel };
    }),
    /** From the answer of one step to the request of the next in the same turn, where no compaction lies between. */
    outsidePerStep: percentiles(stepTimes(chats, run.compactions)),
    smallModelCalls: small,
    memory: run.samples.map(({ tokens, rss, heapUsed }) => ({
      tokens,
      rss: mebi(rss),
      heapUsed: mebi(heapUsed),
    })),
    problems,
    errors: run.errors,
  };
}

function stepTimes(chats: Timeline['chats'], compactions: CompactionRun['compactions']): number[] {
  return chats.flatMap((chat, index) => {
    const before = chats[index - 1];
    if (!before || !chat.isNextStep) return [];
    const hasCompaction = compactions.some(({ from }) => from >= before.to && from <= chat.from);
    return hasCompaction ? [] : [chat.from - before.to];
  });
}

function percentiles(list: number[]) {
  const sorted = list.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { steps: list.length, p50: at(0.5), p95: at(0.95), most: sorted.at(-1) ?? 0 };
}

const mebi = (bytes: number): number => bytes / 1024 ** 2;

/** The figures as Markdown tables. */
export function renderReport(figures: Figures): string {
  const { outsidePerStep: step } = figures;
  return [
    table(
      ['', ''],
      [
        ['tokens of the session', thousands(figures.tokens)],
        ['messages', thousands(figures.messages)],
        ['turns', thousands(figures.turns)],
        ['chat requests', thousands(figures.chatRequests)],
        ['largest chat request, tokens', thousands(figures.largestRequest)],
        ['most messages in a chat request', thousands(figures.mostMessages)],
        [
          'chat requests with a broken pair, without the first request, or above 180,000',
          String(figures.problems.length),
        ],
        ['compactions', String(figures.compactions.length)],
        ['model calls for compaction', String(figures.smallModelCalls['compaction'] ?? 0)],
        [
          `outside the model per step without compaction, p50 (${step.steps} steps)`,
          `${step.p50.toFixed(0)} ms`,
        ],
        ['the same, p95', `${step.p95.toFixed(0)} ms`],
      ],
    ),
    table(
      [
        'compaction',
        'tokens before',
        'tokens after',
        'of them summary',
        'messages replaced',
        'model calls',
        'outside the model, ms',
      ],
      figures.compactions.map((one, index) => [
        String(index + 1),
        thousands(one.tokensBefore),
        thousands(one.tokensAfter),
        thousands(one.summaryTokens),
        String(one.replaced),
        String(one.modelCalls),
        one.outside.toFixed(0),
      ]),
    ),
    table(
      ['tokens of the session', 'rss, MiB', 'heap used, MiB'],
      figures.memory.map((one) => [thousands(one.tokens), one.rss.toFixed(0), one.heapUsed.toFixed(1)]),
    ),
    '',
  ].join('\n\n');
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const thousands = (value: number): string => value.toLocaleString('en-US');
