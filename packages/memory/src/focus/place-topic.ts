import type { Topic } from '../store/topics.ts';
import { matchNames, matchTopic } from './match-topic.ts';
import { parentTopicOf, topicLevels, topicName } from './topic-name.ts';

export type Placed = { topic: string; parentTopic: string | null };

type Known = Pick<Topic, 'topic' | 'sessionCount'>;

/** Sessions of a parent topic before a child is created. */
const sessionsBeforeChild = 3;

export const mayHaveChild = ({ topic, sessionCount }: Known): boolean =>
  topicLevels(topic).child === null && sessionCount >= sessionsBeforeChild;

/**
 * Chooses the topic for a proposed name. A known name with the same meaning is preferred. A new child
 * (`memory/extraction`) is created only if its parent was seen in `sessionsBeforeChild` sessions and the work has
 * paths of its own (`hasPaths`); otherwise the parent is used. Two levels at most. Null for an empty name.
 */
export function placeTopic(
  proposal: string,
  topics: Known[],
  { hasPaths }: { hasPaths: boolean },
): Placed | null {
  const name = topicName(proposal);
  if (name === '') return null;
  const known = matchTopic(name, topics) ?? knownChild(name, topics);
  if (known) return filedUnder(known.topic);

  const { parent: parentName, child } = topicLevels(name);
  if (child === null) return filedUnder(name);
  const parent = matchTopic(
    parentName,
    topics.filter((topic) => topicLevels(topic.topic).child === null),
  );
  if (!parent) return filedUnder(parentName);
  const childName = topicName(`${parent.topic}/${child}`);
  const knownUnderParent = matchTopic(childName, topics);
  if (knownUnderParent) return filedUnder(knownUnderParent.topic);
  return filedUnder(hasPaths && mayHaveChild(parent) ? childName : parent.topic);
}

/** `extraction` means `memory/extraction` if no other parent has such a child. */
function knownChild(name: string, topics: Known[]): Known | null {
  const children = topics.filter((topic) => {
    const { child } = topicLevels(topic.topic);
    return child !== null && matchNames(name, child) !== null;
  });
  return children.length === 1 ? (children[0] ?? null) : null;
}

const filedUnder = (topic: string): Placed => ({ topic, parentTopic: parentTopicOf(topic) });
