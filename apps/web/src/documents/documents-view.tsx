import { useDocuments, useIngestion, type Document } from '@devai/react';
import { UploadIcon } from '@radix-ui/react-icons';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Ago } from '../parts/moment.tsx';
import { Empty, Loaded, ShowMore } from '../parts/states.tsx';
import { useWide } from '../parts/use-wide.ts';
import { useProject } from '../project.tsx';
import { DocumentDetail } from './document-detail.tsx';
import { count } from '../parts/figures.ts';
import { Ingestions } from './ingestions.tsx';
import './documents.css';

const route = getRouteApi('/documents');

/** The documents that the agent reads: a list, uploads, and one of them in detail. */
export function DocumentsView(): ReactNode {
  const { id } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject();
  const list = useDocuments({ project });
  const ingestion = useIngestion({ project });
  const isWide = useWide();
  const chooser = useRef<HTMLInputElement>(null);
  const [everywhere, setEverywhere] = useState(false);
  const [isOver, setOver] = useState(false);
  // on the whole window: elsewhere a dropped file would replace the page
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const over = (event: DragEvent, isOverNow: boolean): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(isOverNow);
    };
    addEventListener('dragover', (event) => over(event, true), { signal });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), {
      signal,
    });
    addEventListener(
      'drop',
      (event) => {
        over(event, false);
        ingestion.send(event.dataTransfer?.files ?? [], { everywhere });
      },
      { signal },
    );
    return () => stop.abort();
  });
  return (
    <div className={isOver ? 'columns documents over' : 'columns documents'}>
      {(isWide || id === undefined) && (
        <section aria-label="Documents" className="list">
          <div className="sending">
            <input
              ref={chooser}
              type="file"
              multiple
              hidden
              aria-label="Files"
              onChange={({ target }) => {
                ingestion.send(target.files ?? [], { everywhere });
                // the same file can be chosen again
                target.value = '';
              }}
            />
            <button type="button" className="primary" onClick={() => chooser.current?.click()}>
              <UploadIcon /> Add files
            </button>
            <p className="hint">
              Or drop them anywhere on the page: Markdown, text, code, HTML, PDF, Word, of at most 50 MB each.
              The agent is shown the passages that match what you ask.
            </p>
            <label className="check">
              <input
                type="checkbox"
                checked={everywhere}
                onChange={({ target }) => setEverywhere(target.checked)}
              />
              for every project
            </label>
          </div>
          <Ingestions {...ingestion} />
          <Loaded of={list} what="documents">
            {list.documents.length === 0 ? (
              <Empty title="No documents yet">
                <p>
                  Add files, and the agent knows what is written in them. A whole folder is quicker in a
                  terminal: <code>pnpm memory ingest docs</code>
                </p>
              </Empty>
            ) : (
              <ul className="names">
                {list.documents.map((document) => (
                  <li key={document.id}>
                    <Row document={document} isShown={document.id === id} />
                  </li>
                ))}
              </ul>
            )}
            <ShowMore of={list} />
          </Loaded>
        </section>
      )}
      {id !== undefined ? (
        <DocumentDetail key={id} id={id} onClose={() => void navigate({ search: {} })} />
      ) : (
        isWide &&
        list.documents.length > 0 && (
          <Empty title="Choose a document">
            <p>Its text is shown here, in the chunks that it is searched in.</p>
          </Empty>
        )
      )}
    </div>
  );
}

const Row = ({ document, isShown }: { document: Document; isShown: boolean }): ReactNode => (
  <Link to="/documents" search={{ id: document.id }} aria-current={isShown ? 'true' : undefined}>
    <bdi className="path">{document.path}</bdi>
    <span className="facts">
      <span className="tag">{document.kind}</span>
      {document.project === null && <span className="tag">every project</span>}
      {document.sourceHash === null ? (
        <span className="tag">incomplete</span>
      ) : (
        <span>{count(document.chunkCount, 'chunk')}</span>
      )}
      <Ago at={document.updatedAt} />
    </span>
  </Link>
);
