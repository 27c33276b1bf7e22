import type { MemoryOptions } from '../options.ts';
import type { ChatModel } from '../ports.ts';
import type { UsageEntry } from '../store/ledger.ts';
import type { Topic } from '../store/topics.ts';
import { placeWithoutModel, type Placed } from './place-without-model.ts';
import { readStep, type ReadStep, type Step } from './read-step.ts';
import { resolveTag, type Tag } from './resolve-tag.ts';
import { tagByRules } from './tag-by-rules.ts';
import { maximumAnswerTokens, parseTagAnswer, tagPrompt, tagSchema, type TagAnswer } from './tag-prompt.ts';

/** The maximum number of topics read, more than anybody has. */
export const maximumTopics = 1_000;

export type TagDependencies = {
  /** Returns the active topics of a project. */
  listTopics: (project: string | null) => Promise<Topic[]>;
  /** Null: rules name the topic. */
  model: ChatModel | null;
  options: Pick<MemoryOptions, 'focus'>;
  /** The last step of each session that a model placed, by the session's id. */
  placed: { get(sessionId: string): Placed | undefined; set(sessionId: string, placed: Placed): unknown };
  /** Records the call in the ledger. */
  noteUsage: (entries: UsageEntry[]) => void;
};

/**
 * Returns the topic of one step; null if it has none. Makes one read of the store and one model call of at most
 * `timeout` milliseconds, or none where the step adds nothing by which to judge anew. Throws what they throw, and `malformed_answer`.
 */
export async function tagStep(dependencies: TagDependencies, step: Step): Promise<Tag | null> {
  const { model } = dependencies;
  const topics = await dependencies.listTopics(step.project);
  const read = await readStep(step);
  const proposal = model
    ? await placeByModel(model, dependencies, step.sessionId, read, topics)
    : tagByRules(read, topics);
  return resolveTag(proposal, read, topics);
}

async function placeByModel(
  model: ChatModel,
  dependencies: TagDependencies,
  sessionId: string,
  step: ReadStep,
  topics: Topic[],
): Promise<TagAnswer> {
  const { placed } = dependencies;
  const known = placeWithoutModel(step, placed.get(sessionId), topics);
  const answer = known ?? (await askModel(model, dependencies, sessionId, step, topics));
  placed.set(sessionId, { step, topic: answer.topic });
  return answer;
}

async function askModel(
  model: ChatModel,
  { options, noteUsage }: TagDependencies,
  sessionId: string,
  step: ReadStep,
  topics: Topic[],
): Promise<TagAnswer> {
  const reply = await model.generate({
    messages: tagPrompt(step, topics),
    schema: { name: 'topic', schema: tagSchema },
    maxOutputTokens: maximumAnswerTokens,
    signal: AbortSignal.timeout(options.focus.timeout),
  });
  const { inputTokens, outputTokens } = reply.usage;
  noteUsage([{ operation: 'tag', model: reply.model, inputTokens, outputTokens, sessionId, jobId: null }]);
  return parseTagAnswer(reply.content);
}
