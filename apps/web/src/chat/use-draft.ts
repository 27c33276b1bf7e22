import { useEffect, useRef, useState } from 'react';

type Place = {
  /** Null while it is opened. */
  session: string | null;
  /** Nothing was said in it yet: all such sessions of the tab share their draft, because they are new ones after a reload. */
  isNew: boolean;
  /** Whether the tab may keep what is written. */
  isKept: boolean;
};

const keyOf = ({ session, isNew }: Pick<Place, 'session' | 'isNew'>): string =>
  `devai-draft-${isNew ? 'new' : session}`;
const read = (place: Place): string =>
  (place.session === null || !place.isKept ? null : sessionStorage.getItem(keyOf(place))) ?? '';

/** What is written in a session and not sent. The tab keeps it, with messages of `unsent`, which may never reach the server. */
export function useDraft(place: Place, unsent: string): [string, (text: string) => void] {
  const { session, isNew, isKept } = place;
  const [draft, setDraft] = useState(() => ({ session, text: read(place) }));
  if (draft.session !== session) {
    // what is written while a session is opened belongs to it
    const early = draft.session === null ? draft.text : '';
    setDraft({ session, text: early || read(place) });
  }
  const wasNewIn = useRef<string | null>(null);
  const kept = [unsent, draft.text].filter((text) => text !== '').join('\n\n');
  useEffect(() => {
    if (draft.session === null || !isKept) return;
    const key = keyOf({ session: draft.session, isNew });
    if (kept === '') sessionStorage.removeItem(key);
    else keep(key, kept);
    // the session has begun, and what was written in it is its own now
    if (!isNew && wasNewIn.current === draft.session) sessionStorage.removeItem('devai-draft-new');
    wasNewIn.current = isNew ? draft.session : null;
  }, [draft.session, isNew, isKept, kept]);
  return [draft.text, (text) => setDraft({ session, text })];
}

function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch (error) {
    // the tab's storage is full: the text stays in its field, and is gone when the tab is
    if (!(error instanceof DOMException)) throw error;
  }
}
