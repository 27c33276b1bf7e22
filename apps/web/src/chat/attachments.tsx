import { useIngestion, type Ingestion } from '@devai/react';
import { Cross2Icon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useProject } from '../project.tsx';
import { useChatContext } from './chat-provider.tsx';

const noPictures =
  'Pictures cannot be sent: the model reads text only. Write what the picture shows, or add a file with its text.';
const notHere =
  'A temporary chat keeps nothing, and a file would be kept: add it under Documents, or in another chat.';

/** The files that go with a message: they are stored as documents of its project, and the message names them. */
export type Attachments = ReturnType<typeof useAttachments>;

/** Takes files that are chosen, pasted, or dropped anywhere on the page. */
export function useAttachments() {
  const { session, isTemporary } = useChatContext();
  const chosen = useProject();
  const project = session ? (session.project ?? '') : chosen;
  const { send, again, cancel, files } = useIngestion({ project });
  const [own, setOwn] = useState<File[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const attached = files.filter(({ file }) => own.includes(file));

  const add = (given: Iterable<File>): void => {
    const all = [...given];
    if (all.length === 0) return;
    const pictures = all.filter(({ type }) => type.startsWith('image/'));
    const taken = isTemporary ? [] : all.filter((file) => !pictures.includes(file));
    setRefused(isTemporary ? notHere : pictures.length > 0 ? noPictures : null);
    setOwn((before) => [...before, ...taken]);
    send(taken);
  };
  // on the whole window: elsewhere a dropped file would replace the page
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const hold = (event: DragEvent): boolean => {
      const hasFiles = event.dataTransfer?.types.includes('Files') === true;
      if (hasFiles) event.preventDefault();
      return hasFiles;
    };
    addEventListener('dragover', hold, { signal });
    addEventListener('drop', (event) => hold(event) && add(event.dataTransfer?.files ?? []), { signal });
    return () => stop.abort();
  });
  return {
    attached,
    refused,
    /** Files are still on their way. */
    isBusy: attached.some(({ state }) => state === 'waits' || state === 'runs'),
    add,
    again(one: Ingestion) {
      again(one);
    },
    /** Takes a file from the message; one that is stored stays a document. */
    remove(one: Ingestion) {
      if (one.state === 'waits' || one.state === 'runs') cancel(one);
      setOwn((before) => before.filter((file) => file !== one.file));
    },
    /** Gives the message with the names of its files, which then are no longer attached. */
    nameIn(text: string): string {
      const names = attached.flatMap(({ result }) => result?.document.path ?? []);
      setOwn([]);
      setRefused(null);
      return names.length === 0 ? text : `${text}\n\n(Attached: ${names.join(', ')})`;
    },
  };
}

/** The files of the message that is written, and why others are not among them. */
export function AttachedFiles({ attached, refused, again, remove }: Attachments): ReactNode {
  return (
    <>
      {refused !== null && (
        <p className="hint" role="alert">
          {refused}
        </p>
      )}
      {attached.length > 0 && (
        <ul className="attached" aria-label="Attached files">
          {attached.map((one) => (
            <li key={one.key} className={one.state}>
              {one.result ? (
                <Link to="/documents" search={{ id: one.result.document.id }}>
                  <bdi>{one.file.name}</bdi>
                </Link>
              ) : (
                <bdi>{one.file.name}</bdi>
              )}
              {one.state === 'failed' && <span className="problem"> not stored: {one.error?.message}</span>}
              {(one.state === 'waits' || one.state === 'runs') && <span role="status"> being read …</span>}
              {one.state === 'failed' && (
                <button type="button" className="link" onClick={() => again(one)}>
                  Try again
                </button>
              )}
              <button
                type="button"
                className="icon"
                aria-label={`Without ${one.file.name}`}
                onClick={() => remove(one)}
              >
                <Cross2Icon />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
