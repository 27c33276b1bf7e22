import { useMemoryChanges } from '@devai/react';
import { BookmarkIcon } from '@radix-ui/react-icons';
import { useState, type ReactNode } from 'react';
import { describeSaved, MemoryForm } from '../memory/memory-form.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { useProject } from '../project.tsx';

/** Offers to remember the selected text. */
export default function RememberBar({ text }: { text: string }): ReactNode {
  const project = useProject();
  const { add } = useMemoryChanges({ project });
  const tellOutcome = useTellOutcome();
  const [taken, setTaken] = useState<string | null>(null);
  return (
    <div className="remember">
      <button type="button" onClick={() => setTaken(text)}>
        <BookmarkIcon /> Remember this
      </button>
      <q className="line" dir="auto">
        {text}
      </q>
      {taken !== null && (
        <MemoryForm
          title="Remember this"
          memory={{ content: taken }}
          isPending={add.isPending}
          onClose={() => setTaken(null)}
          onSubmit={(memory) =>
            tellOutcome(add.mutateAsync(memory, { onSuccess: () => setTaken(null) }), describeSaved)
          }
        />
      )}
    </div>
  );
}
