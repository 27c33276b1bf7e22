import type { ScriptedReply } from '@devai/memory/testing';
import { countTokens } from '@devai/memory';
import type { ChatRequest } from './chat-request.ts';
import { fileCount, pathOf } from './make-workspace.ts';
import { createSequence } from './sequence.ts';

/** Model steps of one turn, including the last, which answers in words; the loop allows 20. */
const stepsPerTurn = 16;
/** Tokens of the small model's summary: the middle of the range that it is asked for. */
const summaryTokens = 3_600;
/** The usage that the scripted server reports; counting the real one would take longer than everything that is measured. */
const usage = { prompt_tokens: 1_000, completion_tokens: 100 };

/** The answers of the two models: the same in every run, and derived from the requests. */
export function createScript() {
  const random = createSequence(7);
  let step = 0;

  return {
    /** One to four calls per step, mostly reading, some searching and writing; a text at the end of the turn. */
    answerChat(): ScriptedReply {
      step += 1;
      if (step % stepsPerTurn === 0) return { text: `Step ${step} is done, and the tests pass.`, usage };
      const calls = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) => ({
        id: `call-${step}-${index}`,
        ...toolCall(),
      }));
      return { text: `Step ${step}: I look at what calls the queue.`, toolCalls: calls, usage };
    },
    /** Answers of the small model, by the name of the schema. */
    answerSmall(name: string, { messages }: ChatRequest): ScriptedReply {
      return { text: JSON.stringify(smallAnswer(name, messages.at(-1)?.content ?? '')), usage };
    },
  };

  function toolCall(): { name: string; arguments: string } {
    const path = pathOf(Math.floor(random() * fileCount));
    const kind = random();
    if (kind < 0.75) return { name: 'read_file', arguments: JSON.stringify({ path }) };
    if (kind < 0.85) {
      return { name: 'search_files', arguments: JSON.stringify({ query: `sendBatch${step % fileCount}n1` }) };
    }
    const content = Array.from(
      { length: 20 + Math.floor(random() * 80) },
      (_, line) => `${path}, note ${line}`,
    );
    return {
      name: 'write_file',
      arguments: JSON.stringify({ path: `notes/step-${step}.md`, content: content.join('\n') }),
    };
  }
}

function smallAnswer(name: string, material: string): unknown {
  switch (name) {
    case 'compaction':
      return compactionAnswer(material);
    case 'topic':
      return { topic: 'queue', file_paths: [], directories: [] };
    case 'memories':
      return { memories: [] };
    case 'decisions':
      return {
        decisions: [{ candidate: 1, action: 'noop', memory: 1, earlier_candidate: null, reason: 'known' }],
      };
    default:
      throw new Error(`the script has no answer for ${name}`);
  }
}

/** A summary and candidates whose names all come from the transcript and the summary so far. */
function compactionAnswer(material: string) {
  const earlier = Array.from(material.matchAll(/^- (.*)$/gm), ([, item = '']) => item);
  const calls = Array.from(
    material.matchAll(/^ calls (\w+) \{"(?:path|query)":"([^"]+)"/gm),
    ([, tool, what]) => {
      return `${tool} was called with \`${what}\`; what it gave was used for the step after it`;
    },
  );
  const asked = /^#(\d+) user/m.exec(material);
  return {
    summary: {
      request: ['fix the queue of the modules one after the other'],
      decisions: ['the queue stays one shard per item, because the order inside an item matters'],
      work: newestWithin([...new Set([...earlier.filter((item) => item.includes('was called')), ...calls])]),
      state: ['the modules up to here are done'],
      open: [],
      next: ['go on with the next module'],
    },
    candidates: asked ? [candidate(Number(asked[1]))] : [],
  };
}

function newestWithin(items: string[]): string[] {
  const kept: string[] = [];
  let tokens = 0;
  for (const item of items.toReversed()) {
    tokens += countTokens(item) + 3;
    if (tokens > summaryTokens) break;
    kept.unshift(item);
  }
  return kept;
}

const candidate = (evidence: number) => ({
  content: `The queue of the modules keeps one shard per item since message ${evidence}`,
  title: 'One shard per item',
  type: 'semantic',
  category: 'architecture',
  namespace: 'devai/project/bench/queue',
  source: 'discovery',
  priority: 'low',
  importance: 3,
  tags: ['queue'],
  details: null,
  evidence: [evidence],
});
