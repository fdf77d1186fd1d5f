import { useEffect, useState } from 'preact/hooks'

/** Accepts files dropped anywhere on the panel. Returns true while files are dragged over it. */
export function useDrop(onDrop: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const dragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      // Moving between elements of the panel fires dragleave too.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onDrop([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', dragOver)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', dragOver)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  })
  return isOver
}
