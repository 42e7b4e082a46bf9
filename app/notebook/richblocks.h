// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "htmldata.h"
#include "imagedecoder.h"
#include "outputblock.h"

#include <QHash>
#include <QSet>
#include <QTextCursor>
#include <QTextDocument>
#include <QTimer>

#include <functional>

class QLineEdit;
class QPushButton;

/// A text document that loads nothing: pictures come from data or attachments, decoded in the background.
class SealedDocument : public QTextDocument
{
    Q_OBJECT
public:
    explicit SealedDocument(QObject *parent = nullptr);

    using Attachment = std::function<QByteArray(const QString &name)>;
    void setAttachments(Attachment attachment) { m_attachment = std::move(attachment); }
    /// In the sizes of the look: headings 20, 15 and 13, body 13/20; code in the colours of its language.
    void showHtml(const HtmlData::Markup &markup);
    void setColumn(qreal width, qreal devicePixelRatio);
    void setStale(bool stale);

Q_SIGNALS:
    /// A picture arrived.
    void sizeChanged();

protected:
    QVariant loadResource(int type, const QUrl &name) override;

private:
    void restyle();
    void restyleSoon();
    void nameFailedPictures();
    void fail(const QString &key);
    void showPicture(const QString &key, const QUrl &name, const ImageDecoder::Picture &picture);

    Attachment m_attachment;
    static constexpr qsizetype MaxPictures = 100; ///< Of one document; more are not decoded.
    QHash<QString, QImage> m_pictures;
    QSet<QString> m_failed; ///< Names of pictures.
    bool m_restylesSoon = false;
    HtmlData::Markup m_markup;
    qreal m_column = 0;
    qreal m_ratio = 1;
    bool m_stale = false;
};

/// Formatted text.
class RichBlock : public OutputBlock
{
    Q_OBJECT
public:
    explicit RichBlock(const HtmlData::Markup &markup, SealedDocument::Attachment attachment = {});

    void layout(qreal width, qreal devicePixelRatio) override;
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override;
    Qt::CursorShape cursorAt(const QPointF &point) const override;
    QString toolTipAt(const QPointF &point) const override;
    bool press(const QPointF &point, int clicks, bool extend) override;
    void drag(const QPointF &point) override;
    void release(const QPointF &point) override;
    bool hasSelection() const override { return m_selection.hasSelection(); }
    QString selectedText() const override;
    void clearSelection() override;
    void selectAll() override;
    void setMarks(const FindMarks &marks) override;
    QRectF reveal(const FindMark &mark) override;
    QList<std::pair<QString, OutputRequest>> links() const override;

    SealedDocument *document() { return &m_document; }

private:
    void listen();
    qreal documentHeight() const;
    void paintCode(QPainter *painter, const QRectF &clip) const;
    void paintFrames(QPainter *painter, const QRectF &clip) const;
    void paintQuotations(QPainter *painter, const QRectF &clip) const;

    SealedDocument m_document;
    QTextCursor m_selection;
    QString m_pressedLink;
    qreal m_width = 0;
};

/// A data frame or any other table, painted by us.
class TableBlock : public OutputBlock
{
    Q_OBJECT
public:
    static constexpr int MaxRows = 10;

    /// `source`: what tells it from other tables of its output, for whoever opens it.
    explicit TableBlock(HtmlData::Table table, QString source = {});

    void layout(qreal width, qreal devicePixelRatio) override;
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override { return m_table.toText(); }
    Qt::CursorShape cursorAt(const QPointF &point) const override;
    QString toolTipAt(const QPointF &point) const override;
    bool press(const QPointF &point, int clicks, bool extend) override;
    bool scrollSideways(qreal pixels) override;
    void fillMenu(QMenu *menu) override;
    void fillKeyboardMenu(QMenu *menu) override;
    const HtmlData::Table *shownTable() const override { return &m_table; }
    void setMarks(const FindMarks &marks) override { m_marks = marks; }
    QList<std::pair<QString, OutputRequest>> links() const override;
    const HtmlData::Table &table() const { return m_table; }

private:
    const HtmlData::TableCell *cellAt(const QPointF &point) const;
    bool isBold(const HtmlData::TableCell &cell) const;
    QRectF cellRect(const HtmlData::TableCell &cell) const;

    HtmlData::Table m_table;
    QString m_source;
    FindMarks m_marks;
    QList<qreal> m_columns; ///< Left edges, and the right edge of the last one.
    qreal m_rowHeight = 0;
    qreal m_captionHeight = 0;
    qreal m_width = 0;
    qreal m_offset = 0;
    int m_shownRows = 0;
    QRectF m_link;
};

class ImageBlock : public OutputBlock
{
    Q_OBJECT
public:
    /// `request` says where the picture comes from. `encodedSize` in bytes; `pixelSize` where its header is known already: the place is
    /// kept for it before it is decoded.
    ImageBlock(ImageDecoder::Request request, qint64 encodedSize, QSize pixelSize, QString name);

    void layout(qreal width, qreal devicePixelRatio) override;
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override;
    void fillMenu(QMenu *menu) override;
    Qt::CursorShape cursorAt(const QPointF &point) const override;
    bool press(const QPointF &point, int clicks, bool extend) override;
    QString toolTipAt(const QPointF &point) const override;
    const ImageDecoder::Picture &picture() const { return m_picture; }
    bool isMoving() const { return !m_animation.frames.isEmpty(); }
    bool isPaused() const { return m_paused; }
    void setPaused(bool paused);
    int frame() const { return m_frame; }
    bool isDecoding() const { return m_decoding; }

private:
    void decode();
    void place();
    bool fitsScreen() const;
    void decodeFrames();
    void nextFrame();

    ImageDecoder::Request m_request;
    ImageDecoder::Picture m_picture;
    QString m_name; ///< The MIME type.
    QString m_size;
    qreal m_width = 0;
    qreal m_ratio = 1;
    quint64 m_generation = 0;
    bool m_decoding = false;
    bool m_done = false;
    QRectF m_saveLink;
    // A moving picture: each painting asks for the next frame, so it stands still while nobody sees it.
    ImageDecoder::Animation m_animation;
    QTimer m_clock;
    int m_frame = 0;
    int m_turns = 0;
    bool m_paused = false;
};

/// What cannot be drawn: its name and size, Save as, Show as text.
class UnknownBlock : public OutputBlock
{
    Q_OBJECT
public:
    UnknownBlock(QString mime, qint64 size, bool text);

    void layout(qreal width, qreal devicePixelRatio) override;
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override;
    Qt::CursorShape cursorAt(const QPointF &point) const override;
    bool press(const QPointF &point, int clicks, bool extend) override;
    QList<std::pair<QString, OutputRequest>> links() const override;

private:
    QString m_mime;
    qint64 m_size = 0;
    std::vector<std::pair<QRectF, OutputRequest>> m_rects;
    qreal m_width = 0;
};



/// What the program itself has to say below a cell: edge, tint, icon, one bold sentence, one plain line, buttons.
class NoticeBlock : public OutputBlock
{
    Q_OBJECT
public:
    explicit NoticeBlock(OutputSource source);
    ~NoticeBlock() override;

    void layout(qreal width, qreal devicePixelRatio) override;
    bool isWide() const override { return true; }
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override { return m_title + u'\n' + m_detail; }
    void placeWidgets(QWidget *parent, const QPointF &origin, bool visible) override;
    QList<std::pair<QString, OutputRequest>> links() const override;

    struct Button
    {
        QString text;
        QString icon;
        QString code;
    };
    /// The buttons of a notice by its code, the safe one first.
    static QList<Button> buttons(const QString &code);

private:
    QString m_code;
    QString m_title;
    QString m_detail;
    QString m_icon;
    int m_severity = 0;
    QList<int> buttonWidths() const;
    int buttonRows() const;

    QList<Button> m_buttons;
    std::vector<std::unique_ptr<QPushButton>> m_widgets;
    std::unique_ptr<QLineEdit> m_field; ///< Of a notice that asks for a line.
    bool m_secret = false;
    qreal m_width = 0;
    qreal m_titleHeight = 0;
    qreal m_detailHeight = 0;
};
