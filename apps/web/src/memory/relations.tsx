import {
  relationKinds,
  useMemoryChanges,
  useMemorySearch,
  type Memory,
  type RelationKind,
  type useMemory,
} from '@devai/react';
import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';
import { Options, spaced } from '../parts/options.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { useProject } from '../project.tsx';
import { visible } from '../parts/visible.ts';
import { RelationGraph } from './relation-graph.tsx';

type Related = NonNullable<ReturnType<typeof useMemory>['relations']['data']>;
type RelationsProps = { memory: Memory; relations: Related; onOpen: (id: string) => void };

/** The relations of a memory as a list and as a graph, with buttons that add and remove them. */
export function Relations({ memory, relations, onOpen }: RelationsProps): ReactNode {
  const changes = useMemoryChanges({ project: useProject() });
  const tellOutcome = useTellOutcome();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {relations.length === 0 && <p className="hint">It is related to nothing.</p>}
      <ul className="related">
        {relations.map(({ kind, direction, memory: other }) => (
          <li key={`${kind} ${direction} ${other.id}`}>
            <span>
              {direction === 'to' ? spaced(kind) : `${spaced(kind)} this:`}{' '}
              <button type="button" className="link" onClick={() => onOpen(other.id)}>
                <bdi>{visible(other.title ?? other.content)}</bdi>
              </button>
            </span>
            <button
              type="button"
              className="icon"
              aria-label={`Remove: ${spaced(kind)} ${visible(other.title ?? other.content).slice(0, 80)}`}
              onClick={() =>
                tellOutcome(
                  changes.unrelate.mutateAsync(
                    direction === 'to'
                      ? { id: memory.id, kind, to: other.id }
                      : { id: other.id, kind, to: memory.id },
                  ),
                )
              }
            >
              <Cross2Icon />
            </button>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" onClick={() => setAdding(true)}>
          <PlusIcon /> Relate
        </button>
      </div>
      {relations.length > 0 && <RelationGraph memory={memory} relations={relations} onOpen={onOpen} />}
      {isAdding && (
        <RelateDialog
          memory={memory}
          onClose={() => setAdding(false)}
          onChoose={(kind, to) =>
            tellOutcome(
              changes.relate.mutateAsync({ id: memory.id, kind, to }, { onSuccess: () => setAdding(false) }),
            )
          }
        />
      )}
    </>
  );
}

type RelateDialogProps = {
  memory: Memory;
  onClose: () => void;
  onChoose: (kind: RelationKind, to: string) => void;
};

/** Asks for a kind of relation and the other memory. */
function RelateDialog({ memory, onClose, onChoose }: RelateDialogProps): ReactNode {
  const [kind, setKind] = useState<RelationKind>('relates_to');
  const [words, setWords] = useState('');
  const text = useDeferredValue(words);
  const found = useMemorySearch({ text, project: useProject(), filter: {} });
  const others = found.hits.filter((hit) => hit.memory.id !== memory.id);
  return (
    <Modal title="Relate it to another memory" onClose={onClose}>
      <div className="fields">
        <label>
          It
          <select
            value={kind}
            onChange={({ target }) =>
              setKind(relationKinds.find((one) => one === target.value) ?? 'relates_to')
            }
          >
            <Options of={relationKinds} />
          </select>
        </label>
        <label>
          The other one
          <input
            type="search"
            placeholder="Search for it"
            value={words}
            dir="auto"
            maxLength={4_000}
            autoFocus
            onChange={({ target }) => setWords(target.value)}
          />
        </label>
      </div>
      <ul className="related choose">
        {words.trim() !== '' &&
          others.slice(0, 8).map((hit) => (
            <li key={hit.memory.id}>
              <button type="button" onClick={() => onChoose(kind, hit.memory.id)}>
                <bdi className="lines">{visible(hit.memory.title ?? hit.memory.content)}</bdi>
              </button>
            </li>
          ))}
      </ul>
      {words.trim() !== '' && others.length === 0 && !found.isPending && (
        <p className="hint">Nothing like this is remembered.</p>
      )}
    </Modal>
  );
}
