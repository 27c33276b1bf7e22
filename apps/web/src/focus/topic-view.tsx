import { daysLeft, topicStrengthIn, type Topic } from '@devai/react';
import { Cross2Icon, Pencil1Icon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { Bar } from '../parts/bar.tsx';
import { language } from '../parts/language.ts';
import { count, decimal } from '../parts/figures.ts';
import { Ago } from '../parts/moment.tsx';

type TopicViewProps = { topic: Topic; onEdit: () => void; onRemove: () => void };

const inDays = new Intl.RelativeTimeFormat(language);
/** How many paths are shown before the user asks for all. */
const shownPaths = 6;

/** A topic with its strength, its paths, and when it fades. */
export function TopicView({ topic, onEdit, onRemove }: TopicViewProps): ReactNode {
  const { topic: name, strength, sessions, lastTouchedAt, files, directories } = topic;
  const paths = [...directories, ...files];
  const week = topicStrengthIn(strength, 7);
  return (
    <>
      <div className="head">
        <h3 dir="auto">{name}</h3>
        <button type="button" className="icon" aria-label={`Correct ${name}`} onClick={onEdit}>
          <Pencil1Icon />
        </button>
        <button type="button" className="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Cross2Icon />
        </button>
      </div>
      <Bar label="strength" value={strength} />
      <p className="hint">
        {sessions > 0 && `${count(sessions, 'session')}, `}last <Ago at={lastTouchedAt} />. Without work on
        it: {week > 0 && `${decimal(week)} in a week, `}gone{' '}
        {inDays.format(Math.ceil(daysLeft(strength)), 'day')}.
      </p>
      {paths.length > 0 && <Paths paths={paths} />}
    </>
  );
}

function Paths({ paths }: { paths: string[] }): ReactNode {
  const rest = paths.slice(shownPaths);
  return (
    <>
      <PathList paths={paths.slice(0, shownPaths)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <PathList paths={rest} />
        </details>
      )}
    </>
  );
}

const PathList = ({ paths }: { paths: string[] }): ReactNode => (
  <ul className="paths">
    {paths.map((path) => (
      <li key={path}>
        <code>
          <bdi>{path}</bdi>
        </code>
      </li>
    ))}
  </ul>
);
