import { pageOf, useDocument, useDocuments, type Chunk, type Document } from '@devai/react';
import { ArrowLeftIcon, TrashIcon } from '@radix-ui/react-icons';
import { useState, type ReactNode } from 'react';
import { FactsList } from '../parts/facts-list.tsx';
import { moment } from '../parts/moment.tsx';
import { Loaded, ShowMore } from '../parts/states.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { useProject } from '../project.tsx';
import { count, size } from '../parts/figures.ts';
import { RemoveDialog } from './remove-dialog.tsx';

type DocumentDetailProps = { id: string; onClose: () => void };

/** One document: its origin, and its text in the chunks that are searched. */
export function DocumentDetail({ id, onClose }: DocumentDetailProps): ReactNode {
  const passages = useDocument(id);
  const { document, chunks } = passages;
  const { remove } = useDocuments({ project: useProject() });
  const tellOutcome = useTellOutcome();
  const [isAsked, setAsked] = useState(false);
  return (
    <section aria-label="Document" className="detail">
      <button type="button" className="back" autoFocus onClick={onClose}>
        <ArrowLeftIcon /> All documents
      </button>
      <Loaded of={passages} what="the document">
        {document && (
          <>
            <h2 dir="auto">{document.title}</h2>
            <Facts document={document} />
            <div className="actions">
              <button type="button" className="danger" onClick={() => setAsked(true)}>
                <TrashIcon /> Remove
              </button>
            </div>
            <h2>Chunks</h2>
            <p className="hint">
              The text in the parts that are searched. A prompt gets those that match what is asked, with
              their path and lines.
            </p>
            <ol className="chunks">
              {chunks.map((chunk) => (
                <li key={chunk.number}>
                  <ChunkView chunk={chunk} isCode={document.kind === 'code'} />
                </li>
              ))}
            </ol>
            <ShowMore of={passages}>
              Show more ({chunks.length} of {document.chunkCount})
            </ShowMore>
            {!passages.hasNextPage && chunks.length < document.chunkCount && document.sourceHash !== null && (
              <p className="hint">
                {count(document.chunkCount - chunks.length, 'chunk')} of its longest lines are searched, too,
                and not shown.
              </p>
            )}
            {isAsked && (
              <RemoveDialog
                document={document}
                isPending={remove.isPending}
                onClose={() => setAsked(false)}
                onRemove={() =>
                  tellOutcome(
                    remove.mutateAsync(id, { onSuccess: onClose }),
                    () => `${document.path} is removed.`,
                  )
                }
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Facts({ document }: { document: Document }): ReactNode {
  const facts: [string, string][] = [
    ['Name', document.path],
    ['Read from', `${document.kind}, ${size(document.bytes)}`],
    ['Length', `${count(document.chunkCount, 'chunk')}, ${count(document.tokens, 'token')}`],
    ['Read by', document.project === null ? 'every project' : `the project ${document.project}`],
    ['Stored', moment(document.updatedAt)],
  ];
  return (
    <>
      {document.sourceHash === null && (
        <p className="banner">It was not read completely. Add the file again: what is stored is kept.</p>
      )}
      <FactsList facts={facts} />
    </>
  );
}

function placeOf({ firstLine, lastLine, headings }: Chunk): string {
  const { page } = pageOf(headings);
  if (page !== null) return `p. ${page}`;
  return firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}–${lastLine}`;
}

const ChunkView = ({ chunk, isCode }: { chunk: Chunk; isCode: boolean }): ReactNode => (
  <>
    <p className="facts">
      <span>{chunk.number}</span>
      <bdi className="headings">{pageOf(chunk.headings).above.join(' › ')}</bdi>
      <span>{placeOf(chunk)}</span>
      <span>{count(chunk.tokens, 'token')}</span>
    </p>
    <p className={isCode ? 'plain code' : 'plain'} dir="auto">
      {chunk.content.replace(/^\n+|\s+$/g, '')}
    </p>
  </>
);
