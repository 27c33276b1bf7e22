import { fadesAt, useMemory, useMemoryChanges, type Memory } from '@devai/react';
import {
  ArrowLeftIcon,
  Pencil1Icon,
  DrawingPinIcon,
  DrawingPinFilledIcon,
  ReloadIcon,
  TrashIcon,
} from '@radix-ui/react-icons';
import { Fragment, useState, type ReactNode } from 'react';
import { FactsList } from '../parts/facts-list.tsx';
import { count, decimal } from '../parts/figures.ts';
import { MessageLink } from '../parts/message-link.tsx';
import { moment } from '../parts/moment.tsx';
import { Loaded } from '../parts/states.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { useProject } from '../project.tsx';
import { visible } from '../parts/visible.ts';
import { Explanation } from './explanation.tsx';
import { describeForgotten, ForgetDialog } from './forget-dialog.tsx';
import { Relations } from './relations.tsx';
import { describePlace, describePriority, describeSource } from './plain-words.ts';
import { StrengthCurve } from './strength-curve.tsx';
import { Timeline } from './timeline.tsx';
import { MemoryForm } from './memory-form.tsx';

type MemoryDetailProps = {
  id: string;
  /** The text of the search; empty when there is none. */
  text: string;
  /** Its statement at the moment of the time slider; null without such a moment. */
  then: string | null;
  onClose: () => void;
  onOpen: (id: string) => void;
};

/** One memory: its statement, origin, strength, relations and history, and the changes that can be made. */
export function MemoryDetail({ id, text, then, onClose, onOpen }: MemoryDetailProps): ReactNode {
  const { memory, history, relations } = useMemory(id);
  return (
    <section aria-label="Memory" className="detail">
      <button type="button" className="back" autoFocus onClick={onClose}>
        <ArrowLeftIcon /> All memories
      </button>
      <Loaded of={memory} what="the memory">
        {memory.data && (
          <>
            {then !== null && (
              <p className="banner" dir="auto">
                {then === memory.data.content ? (
                  'It said the same then.'
                ) : (
                  <>
                    Then it said: <q>{visible(then)}</q>
                  </>
                )}{' '}
                Everything below is as it is now.
              </p>
            )}
            <Statement memory={memory.data} onClose={onClose} />
            <Facts memory={memory.data} onOpen={onOpen} />
            {text.trim() !== '' && <Explanation id={id} text={text} />}
            <p className="hint">{describeFading(memory.data)}</p>
            <Details memory={memory.data} />
            <h2>Related</h2>
            <Loaded of={relations} what="what it is related to">
              <Relations memory={memory.data} relations={relations.data ?? []} onOpen={onOpen} />
            </Loaded>
            <h2>History</h2>
            <Loaded of={history} what="its history">
              <Timeline id={id} events={history.data ?? []} />
            </Loaded>
          </>
        )}
      </Loaded>
    </section>
  );
}

function describeFading(memory: Memory): string {
  if (!memory.isValid) return 'It no longer holds.';
  const at = fadesAt(memory, new Date());
  const { expiresAt } = memory;
  if (expiresAt !== null && (at === null || new Date(expiresAt) < at))
    return `It expires on ${moment(expiresAt)}.`;
  return at === null ? 'It does not fade.' : `Unless it is used, it fades on ${moment(at)}.`;
}

function Statement({ memory, onClose }: { memory: Memory; onClose: () => void }): ReactNode {
  const { id, content, title, pinned, isValid, invalidatedReason } = memory;
  const changes = useMemoryChanges({ project: useProject() });
  const tellOutcome = useTellOutcome();
  // the memory as the user saw it when they began to edit it: the server refuses the edit when it was changed since
  const [edited, setEdited] = useState<Memory | null>(null);
  const [isForgetting, setForgetting] = useState(false);
  return (
    <>
      {title !== null && <h2 dir="auto">{visible(title)}</h2>}
      <p className={isValid ? 'statement' : 'statement invalid'} dir="auto">
        {visible(content)}
      </p>
      {!isValid && <p className="banner">No longer holds: {invalidatedReason ?? 'it was replaced'}</p>}
      <div className="actions">
        <button type="button" disabled={changes.isChanging} onClick={() => setEdited(memory)}>
          <Pencil1Icon /> Edit
        </button>
        <button
          type="button"
          aria-pressed={pinned}
          onClick={() => tellOutcome(changes.pin.mutateAsync({ id, pinned: !pinned }))}
        >
          {pinned ? <DrawingPinFilledIcon /> : <DrawingPinIcon />} {pinned ? 'Unpin' : 'Pin'}
        </button>
        {!isValid && (
          <button type="button" onClick={() => tellOutcome(changes.restore.mutateAsync({ id }))}>
            <ReloadIcon /> Restore
          </button>
        )}
        <button type="button" className="danger" onClick={() => setForgetting(true)}>
          <TrashIcon /> Forget
        </button>
      </div>
      {edited && (
        <MemoryForm
          title="Change this memory"
          memory={edited}
          isPending={changes.edit.isPending}
          onClose={() => setEdited(null)}
          onSubmit={({ content: text, category, memoryType, importance, tags }) =>
            tellOutcome(
              changes.edit.mutateAsync(
                {
                  id,
                  updatedAt: edited.updatedAt,
                  content: text === edited.content ? undefined : text,
                  category,
                  memoryType,
                  importance,
                  tags,
                },
                { onSuccess: () => setEdited(null) },
              ),
            )
          }
        />
      )}
      {isForgetting && (
        <ForgetDialog
          memory={memory}
          isPending={changes.forget.isPending}
          onClose={() => setForgetting(false)}
          onForget={(messages) =>
            tellOutcome(
              changes.forget.mutateAsync({ id, messages }, { onSuccess: onClose }),
              describeForgotten,
            )
          }
        />
      )}
    </>
  );
}

/** Its figures. */
function Details({ memory }: { memory: Memory }): ReactNode {
  const { importance, strength, accessCount, lastAccessedAt, memoryType, namespace } = memory;
  const facts: [string, ReactNode][] = [
    ['Importance', `${importance} of 10`],
    ['Strength', decimal(strength)],
    [
      'Recalled',
      accessCount === 0 ? 'never' : `${count(accessCount, 'time')}, last ${moment(lastAccessedAt)}`,
    ],
    ['Kind', memoryType],
    ['Kept under', namespace],
  ];
  return (
    <details>
      <summary>Details</summary>
      <FactsList facts={facts} />
      {fadesAt(memory, new Date()) !== null && <StrengthCurve memory={memory} />}
    </details>
  );
}

function Facts({ memory, onOpen }: { memory: Memory; onOpen: (id: string) => void }): ReactNode {
  const facts: [string, ReactNode][] = [
    ['About', describePlace(memory)],
    ['Comes from', describeSource(memory)],
    ['The agent is told it', describePriority(memory)],
    ['Since', moment(memory.createdAt)],
  ];
  if (memory.tags.length > 0) facts.push(['Tags', visible(memory.tags.join(', '))]);
  if (memory.expiresAt !== null) facts.push(['Expires', moment(memory.expiresAt)]);
  const { holdsFrom, holdsUntil } = memory;
  if (holdsFrom !== null || holdsUntil !== null)
    facts.push([
      'Tells of',
      [
        ...(holdsFrom === null ? [] : [`from ${moment(holdsFrom)}`]),
        ...(holdsUntil === null ? [] : [`until ${moment(holdsUntil)}`]),
      ].join(' '),
    ]);
  const { supersededBy } = memory;
  if (supersededBy !== null) {
    facts.push([
      'Replaced by',
      <button key="by" type="button" className="link" onClick={() => onOpen(supersededBy)}>
        another memory
      </button>,
    ]);
  }
  return (
    <FactsList facts={facts}>
      {memory.evidence.map(({ sessionId, messages, quote }) => (
        <div key={`${sessionId} ${messages.join()}`}>
          <dt>Evidence</dt>
          <dd>
            {quote !== '' && <q dir="auto">{visible(quote)}</q>}{' '}
            {messages.map((number, index) => (
              <Fragment key={number}>
                {index > 0 && ', '}
                <MessageLink session={sessionId} number={number}>
                  message {number}
                </MessageLink>
              </Fragment>
            ))}{' '}
            of a session
          </dd>
        </div>
      ))}
    </FactsList>
  );
}
