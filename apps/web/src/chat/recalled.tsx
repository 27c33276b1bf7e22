import { useTurnRecall, type Turn } from '@devai/react';
import { Link } from '@tanstack/react-router';
import { Popover } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { Bar } from '../parts/bar.tsx';
import { Marked } from '../parts/marked.tsx';
import { MessageLink } from '../parts/message-link.tsx';
import { moment } from '../parts/moment.tsx';
import { Loaded } from '../parts/states.tsx';
import { visible } from '../parts/visible.ts';
import { fittingSentence } from './fitting-sentence.ts';

type Item = {
  key: string;
  /** The id of a memory, which can be opened. */
  memory?: string | undefined;
  /** Where a passage is from: its document and page, or lines. */
  source?: string;
  /** Where and when it was said. */
  said?: { session: string; number: number; at: string } | null;
  text: string;
  /** Where the sentence is that fits the question and its answer best. */
  mark?: { from: number; to: number } | null;
  reason: string;
  injected: boolean;
  similarity?: number | null;
  wordScore?: number | null;
  strength?: number;
};

/** What was recalled for a turn, as chips that open the reason. */
export function Recalled({ turn, session }: { turn: Turn; session: string }): ReactNode {
  const { recalled, end } = turn;
  if (recalled) {
    const { question, parts } = turn;
    const about = [question?.content, ...parts.map((part) => (part.kind === 'text' ? part.text : ''))].join(
      '\n',
    );
    return <Chips items={itemsOf(recalled, about)} always={alwaysOf(recalled)} notes={recalled.degraded} />;
  }
  return end?.number == null ? null : <Stored session={session} message={end.number} />;
}

const itemsOf = ({ memories, said, passages }: NonNullable<Turn['recalled']>, about: string): Item[] => [
  ...memories.map((memory) => ({ ...memory, key: memory.id, memory: memory.id, text: memory.content })),
  ...said.map((one) => ({ ...one, key: `${one.session}/${one.number}`, said: one, text: one.content })),
  ...passages.map((one) => ({
    ...{ ...one, key: one.title + one.text, source: one.title },
    mark: one.injected ? fittingSentence(one.text, about) : null,
  })),
];

const alwaysOf = ({ standing }: NonNullable<Turn['recalled']>): Item[] =>
  standing.map((one) => ({ ...one, key: one.id, memory: one.id, text: one.content, injected: true }));

/** The button that had the focus is gone. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Loads what an earlier turn recalled when the user asks for it. */
function Stored({ session, message }: { session: string; message: number }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <div tabIndex={-1} ref={takeFocus}>
        <StoredChips session={session} message={message} />
      </div>
    );
  }
  return (
    <button type="button" className="chip quiet" onClick={() => setOpen(true)}>
      What was recalled?
    </button>
  );
}

function StoredChips({ session, message }: { session: string; message: number }): ReactNode {
  const recall = useTurnRecall({ session, message });
  const { memories = [], standing = [], said = [], passages = [], degraded = [] } = recall.data ?? {};
  const told = ({ id, memory, reason, injected }: (typeof memories)[number]): Item => ({
    ...{ key: id, memory: memory?.id, reason, injected },
    text: memory?.content ?? 'forgotten',
    ...(memory && { strength: memory.strength }),
  });
  const items: Item[] = [
    ...memories.map(told),
    ...said.map(({ message: one, reason, injected }, index) => ({
      ...{ key: one?.id ?? `said ${index}`, reason, injected },
      said: one && { session: one.sessionId, number: one.number, at: one.createdAt },
      text: one?.content ?? 'erased',
    })),
    ...passages.map(({ title, reason, injected }, index) => ({
      key: `passage ${index}`,
      text: title,
      reason,
      injected,
    })),
  ];
  return (
    <Loaded of={recall} what="what was recalled">
      <Chips items={items} always={standing.map(told)} notes={degraded} />
    </Loaded>
  );
}

type ChipsProps = { items: Item[]; always: Item[]; notes: string[] };

/** `always`: what every prompt shows, in one chip. */
function Chips({ items, always, notes }: ChipsProps): ReactNode {
  const inside = items.filter(({ injected }) => injected);
  const standing = always.filter(({ injected }) => injected);
  const outside = [...items, ...always].filter(({ injected }) => !injected);
  return (
    <div className="chips" role="group" aria-label="Recalled">
      {inside.map((item) => (
        <Chip key={item.key} label={item.source ?? item.text} items={[item]} />
      ))}
      {standing.length > 0 && <Chip label={`${standing.length} in every answer`} items={standing} isQuiet />}
      {outside.length > 0 && <Chip label={`${outside.length} left out`} items={outside} isQuiet />}
      {items.length + always.length === 0 && <span className="hint">Nothing was recalled.</span>}
      {notes.map((note) => (
        <span key={note} className="hint">
          {note}
        </span>
      ))}
    </div>
  );
}

type ChipProps = { label: string; items: Item[]; isQuiet?: boolean };

const Chip = ({ label, items, isQuiet = false }: ChipProps): ReactNode => (
  <Popover.Root>
    <Popover.Trigger className={isQuiet ? 'chip quiet' : 'chip'}>
      <bdi className="line">{visible(label)}</bdi>
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Content className="popover" align="start" collisionPadding={8} aria-label="Why">
        {items.map((item) => (
          <Reason key={item.key} item={item} />
        ))}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);

const Reason = ({ item }: { item: Item }): ReactNode => (
  <div className="reason">
    {item.source !== undefined && <p className="label">{visible(item.source)}</p>}
    <p dir="auto">
      <Marked text={item.text} marks={item.mark ? [item.mark] : []} />
    </p>
    <p className="hint">{item.reason}</p>
    {item.similarity !== undefined && <Bar label="similarity" value={item.similarity} />}
    {item.wordScore !== undefined && <Bar label="words" value={item.wordScore} most={20} />}
    {item.strength !== undefined && <Bar label="strength" value={item.strength} />}
    {item.memory !== undefined && (
      <Link to="/memory" search={{ id: item.memory }}>
        Open this memory
      </Link>
    )}
    {item.said && (
      <p>
        Said on {moment(item.said.at)}.{' '}
        <MessageLink session={item.said.session} number={item.said.number}>
          Open this message
        </MessageLink>
      </p>
    )}
  </div>
);
