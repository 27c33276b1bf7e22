import type { Document } from '@devai/react';
import type { ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';
import { count } from './figures.ts';

type RemoveDialogProps = {
  document: Document;
  isPending: boolean;
  onRemove: () => void;
  onClose: () => void;
};

/** Says what will be erased, and asks. */
export const RemoveDialog = ({ document, isPending, onRemove, onClose }: RemoveDialogProps): ReactNode => (
  <Modal
    title="Remove this document?"
    description={`Erased are its ${count(document.chunkCount, 'chunk')} with their vectors, and its texts in what is kept of earlier prompts. The file itself stays where it is, and so do replies that were made of it; added again, it is known again.`}
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
