/** Files that people take along. */

/** Draw an SVG on a canvas of twice its size. */
export async function drawPng(svg: Blob): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))));
}

/** Hand a file to whatever this device shares with; where it cannot, save it. */
export async function shareFile(content: Blob, name: string): Promise<void> {
  const files = [new File([content], name, { type: content.type })];
  if (!navigator.canShare?.({ files })) return saveFile(content, name);
  await navigator.share({ files }).catch(() => {}); // changed their mind
}

export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
