import type { IMAGE_TEXTS } from './image-texts.ts'

/** The words of images, in Chinese. */
export const IMAGE_ZH_HANS: typeof IMAGE_TEXTS = {
  notRead: (model) => `模型 ${model} 无法读取图片。请选择模型支持图片的智能体，或移除图片。`,
  noAgent: '还没有能读取图片的智能体，请先创建一个。',
  unreadable: '无法打开这张图片。请另存为 PNG 或 JPEG 后再添加。',
  tooMany: (most) => `一次提问最多添加 ${most} 张图片，请先移除一张。`,
  show: (number) => `问题中的第 ${number} 张图片`,
}
