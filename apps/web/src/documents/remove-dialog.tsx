import type { Document } from '@devai/react';
import type { ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';
import { count } from '../parts/figures.ts';

type RemoveDialogProps = {
  document: Document;
  isPending: boolean;
  onRemove: () => void;
  onClose: () => void;
};

/** Says what removing erases, and asks for confirmation. */
export const RemoveDialog = ({ document, isPending, onRemove, onClose }: RemoveDialogProps): ReactNode => (
  <Modal
    title="Remove this document?"
    description={`It erases ${count(document.chunkCount, 'chunk')} with vectors, and the document’s text in stored contexts. The file stays where it is, and so do replies that used it. You can add it again.`}
    onClose={onClose}
  >
    <p>
      <bdi className="path">{document.path}</bdi>
    </p>
    {document.project === null && <p className="banner">Every project reads it; it is gone for all.</p>}
    <div className="actions">
      <button type="button" className="danger" disabled={isPending} onClick={onRemove}>
        {isPending ? 'Removing …' : 'Remove'}
      </button>
      <button type="button" onClick={onClose}>
        Keep it
      </button>
    </div>
  </Modal>
);
