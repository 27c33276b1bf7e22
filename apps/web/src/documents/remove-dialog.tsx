import type { Document } from '@devai/react';
import type { ReactNode } from 'react';
import { EraseModal } from '../parts/erase-modal.tsx';
import { count } from '../parts/figures.ts';

type RemoveDialogProps = {
  document: Document;
  isPending: boolean;
  onRemove: () => void;
  onClose: () => void;
};

/** Says what removing erases, and asks for confirmation. */
export const RemoveDialog = ({ document, isPending, onRemove, onClose }: RemoveDialogProps): ReactNode => (
  <EraseModal
    title="Remove this document?"
    description={`It erases ${count(document.chunkCount, 'chunk')} with vectors, and the document’s text in stored contexts. The file stays where it is, and so do replies that used it. You can add it again.`}
    {...{ verb: 'Remove', erasing: 'Removing …', isPending, onErase: onRemove, onClose }}
  >
    <p>
      <bdi className="path">{document.path}</bdi>
    </p>
    {document.project === null && <p className="banner">Every project reads it; it is gone for all.</p>}
  </EraseModal>
);
