import type { Topic } from '../store/topics.ts';
import { mayHaveChild } from './place-topic.ts';
import { directoryOf, type ReadStep } from './read-step.ts';
import { workedOn } from './tag-by-rules.ts';
import type { TagAnswer } from './tag-prompt.ts';

/** The last step of a session that was placed, and the topic that was named for it; '' for none. */
export type Placed = { step: ReadStep; topic: string };

/**
 * Places a step in a topic where a model would only repeat what is known, so that it is not asked:
 *
 * - in the topic of the turn so far, when the step adds no file outside the directories of that turn
 *
 * - in the one topic that has all files of its calls, unless that topic may get a child, which is a judgement
 *
 * Null: the model is to say.
 */
export function placeWithoutModel(
  step: ReadStep,
  last: Placed | undefined,
  topics: Topic[],
): TagAnswer | null {
  const topic = topicOfTurn(step, last) ?? topicOfAllFiles(step, topics);
  return topic === null ? null : { topic, filePaths: workedOn(step), directories: step.directories };
}

function topicOfTurn(step: ReadStep, last: Placed | undefined): string | null {
  if (last?.step.userMessage !== step.userMessage) return null;
  const { files, directories } = last.step;
  // a turn in which nothing was touched yet has no topic that a first file would belong to
  if (files.length + directories.length === 0 && step.files.length + step.directories.length > 0) return null;
  const around = new Set([...directories, ...files.map(directoryOf)]);
  const isKnown = (file: string): boolean => files.includes(file) || around.has(directoryOf(file));
  return step.files.every(isKnown) && step.directories.every((one) => around.has(one)) ? last.topic : null;
}

function topicOfAllFiles({ files, filesOfCalls }: ReadStep, topics: Topic[]): string | null {
  const touched = files.slice(0, filesOfCalls);
  if (touched.length === 0) return null;
  const holding = topics.filter(({ filePaths }) => touched.every((file) => filePaths.includes(file)));
  const [only] = holding;
  if (!only || holding.length > 1) return null;
  return mayHaveChild(only) ? null : only.topic;
}
